// fpcheck: requantise <<<4, 64>>> x=uniform(0,1):4x64 q=empty:4x64 y=empty:4x64 n=64 ref=y=x --tol rtol=0,atol=0.01
// expect: error narrowing conversion at line 22
// why: the scale is max/128, so the largest value of a row becomes 128, which a signed byte does not hold: it wraps to -128
// figure: y at a row's maximum (0.99, say) computed -0.99, MPFR 0.99
// Activations after a ReLU to int8, a scale a row, and back.
__device__ float block_max(float v, float *scratch)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v = fmaxf(v, __shfl_down_sync(0xffffffffu, v, offset));
    if ((threadIdx.x & 31) == 0)
        scratch[threadIdx.x >> 5] = v;
    __syncthreads();
    return fmaxf(scratch[0], scratch[1]);
}

__global__ void requantise(const float *x, signed char *q, float *y, int n)
{
    __shared__ float scratch[2];
    const int i = blockIdx.x * n + threadIdx.x;
    const float largest = block_max(fabsf(x[i]), scratch);
    const float scale = fmaxf(largest, 1e-12f) / 128.0f;
    const signed char code = (signed char)__float2int_rn(x[i] / scale);
    q[i] = code;
    y[i] = code * scale;
}
