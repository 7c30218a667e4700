// fpcheck: lengths <<<1, 32>>> re=[3e25, -1e-30, 3, 0, 1e38] im=[4e25, 2e-30, -4, 0, 1e38] length=empty:5 n=5
// expect: ok
// why: squares of 1e38 and of 1e-30 would overflow or vanish; both parts are first scaled by a power of two taken from the larger one
// figure: computed length[0] = 5e25, length[4] = 1.41421e38: 1 ulp of MPFR, tolerance 32 half ulps
#include <cuda_runtime.h>

__device__ float length_of(float a, float b)
{
    float big = fmaxf(fabsf(a), fabsf(b));
    if (big == 0.0f)
        return 0.0f;
    int e = ilogbf(big);
    float x = scalbnf(a, -e);
    float y = scalbnf(b, -e);
    return scalbnf(sqrtf(x * x + y * y), e);
}

__global__ void lengths(const float *re, const float *im, float *length, int n)
{
    int i = threadIdx.x;
    if (i < n)
        length[i] = length_of(re[i], im[i]);
}
