// fpcheck: branching <<<1, 32>>> exponent=[87.5,86.0,85.0,80.0] share=empty:4 n=4
// expect: error fast-math division beyond its range at line 13
// why: __fdividef gives 0 for a divisor above 2^126: the sum of the rates is 1.3e38
// figure: computed 0, MPFR 0.765832685 (share[0])
// Branching ratios of competing reactions from the exponents of their rates.
__device__ inline float rate(float exponent)
{
    return expf(exponent);
}

__device__ inline float quotient(float a, float b)
{
    return __fdividef(a, b);
}

__global__ void branching(const float *exponent, float *share, int n)
{
    int lane = threadIdx.x;
    float k = lane < n ? rate(exponent[lane]) : 0.0f;
    float all = k;
    for (int d = 16; d > 0; d >>= 1)
        all += __shfl_xor_sync(0xffffffffu, all, d);
    if (lane < n)
        share[lane] = quotient(k, all);
}
