// fpcheck: savings <<<1, 32>>> capital=[100, 2500, 10000] rate=[0.01, 0.03, 0.05] after=empty:3 n=3 periods=31536000
// expect: ok
// why: compounding each second: log1p keeps the tiny rate that 1 + r would lose, and expm1 gives the interest without the capital
// figure: computed after[0] = 101.00502, MPFR 101.0050167: relative error 3e-08, tolerance 2e-6
#include <cuda_runtime.h>

__global__ void savings(const float *capital, const float *rate, float *after, int n, int periods)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float k = (float)periods;
    float interest = expm1f(k * log1pf(rate[i] / k));
    after[i] = fmaf(capital[i], interest, capital[i]);
}
