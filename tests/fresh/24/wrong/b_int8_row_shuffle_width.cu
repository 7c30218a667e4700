// fpcheck: quantise_row <<<1, 32>>> x=[0.742256463,0.73398459,-0.436487883,1,0.0325686149,0.778605878,0.846616685,0.683453441,-0.0302872714,-0.833542764,-0.761487901,-0.518130958,0.0653614327,0.95879823,-0.769161284,-0.368962586,-0.0354034826,-0.0214561503,-0.639770448,-0.207924679,3,-0.713258266,0.506319165,0.949443877,-0.971046925,-0.373481542,-0.929670572,-2.20000005,0.376493126,0.806719482,-0.466950417,0.995574355] q=empty:32 scale=empty:1 want=[31,31,-18,42,1,33,36,29,-1,-35,-32,-22,3,41,-33,-16,-1,-1,-27,-9,127,-30,21,40,-41,-16,-39,-93,16,34,-20,42] ref=q=want --tol rtol=0,atol=0.5
// expect: error conversion at line 13
// why: the shuffle has width 16, so lane 0 knows only the maximum of the lower half-warp; larger values of the upper half wrap in the cast to char
// figure: computed q[0] = 94, MPFR 31; q[20] = 125, MPFR 127
// Symmetric dynamic quantisation of a row of 32 values to int8.
__global__ void quantise_row(const float *x, signed char *q, float *scale)
{
    const unsigned full = 0xffffffffu;
    int lane = threadIdx.x;
    float v = x[blockIdx.x * 32 + lane];
    float amax = fabsf(v);
    for (int o = 16; o > 0; o >>= 1)
        amax = fmaxf(amax, __shfl_xor_sync(full, amax, o, 16));
    amax = __shfl_sync(full, amax, 0);
    float inv = amax > 0.0f ? 127.0f / amax : 0.0f;
    q[blockIdx.x * 32 + lane] = (signed char)__float2int_rn(v * inv);
    if (lane == 0)
        scale[blockIdx.x] = amax / 127.0f;
}
