// fpcheck: mx_block_scale <<<1, 32>>> x=[-6.0, 0.5, 1.0, 0.25, -0.75, 0.5, 0.25, 1.0, 0.5, 0.5, -0.5, 1.5, 0.125, 0.0, 1.0, -1.0, 0.75, 0.5, 1.0, 0.25, -0.75, 0.5, 0.25, 1.0, 0.5, 0.5, -0.5, 1.5, 0.125, 0.0, 1.0, -1.0] y=empty:32 ref=y=x --tol rtol=0,atol=0.13
// expect: error exponent bits at line 8: the exponent field of a negative number is taken with its sign bit, the block's scale becomes absurd
// Fake quantisation with a power-of-two scale shared by 32 values: 6-bit integers, scale from the largest exponent.
__global__ void mx_block_scale(const float* x, float* y)
{
    int lane = threadIdx.x;
    float v = x[lane];
    int e = (int)(__float_as_uint(v) >> 23);
    for (int d = 16; d > 0; d >>= 1) e = max(e, __shfl_xor_sync(0xffffffffu, e, d));
    int shift = e - 127 - 4;                       // |v| / 2^shift < 32
    shift = max(-100, min(100, shift));
    float q = rintf(ldexpf(v, -shift));
    q = fminf(fmaxf(q, -31.0f), 31.0f);
    y[lane] = ldexpf(q, shift);
}
