// fpcheck: block_float <<<1, 32>>> c=[0.5, -1.5, 0.25, 0.125, 1.25, -0.75, 0.375, 0.0625, 1.0, -0.5, 0.3, 0.7, -0.2, 0.9, 1.1, -1.3, 0.5, -1.5, 0.25, 0.125, 1.25, -0.75, 0.375, 0.0625, 1.0, -0.5, 0.3, 0.7, -0.2, 0.9, 1.1, -1.3] q=empty:32:i8 y=empty:32 ref=y=c --tol rtol=0,atol=0.02
// expect: error bits at line 8
// why: the exponent is taken with the sign bit above it, so that a negative coefficient counts as 2^256 times larger and all mantissas are quantised to 0
// figure: computed y[0] = 0 (all mantissas 0, exponent 120), MPFR 0.5
// Wavelet coefficients as block floating point: one exponent a warp, 8 bits a coefficient.
__device__ int exponent_of(float x)
{
    return (int)(__float_as_uint(x) >> 23) - 127;
}

__device__ int warp_max(int v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = max(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__global__ void block_float(const float *c, signed char *q, float *y)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    float x = c[i];
    int e = min(warp_max(exponent_of(x)), 120);
    float scaled = ldexpf(x, 6 - e);
    int mantissa = min(max((int)rintf(scaled), -127), 127);
    q[i] = (signed char)mantissa;
    y[i] = ldexpf((float)mantissa, e - 6);
}
