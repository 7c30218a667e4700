// fpcheck: annuity <<<1, 8>>> rate=@a_annuity_rate.npy factor=empty:8 periods=360
// expect: error cancellation at line 12
// why: 1 + r is rounded to 24 bits before the power, and 1 - (1+r)^-n then cancels: for small periodic rates the factor is off by some per cent up to all of it; expm1(-n log1p(r)) is what the textbooks of actuarial code recommend
// figure: factor[1] computed 429.153442, MPFR 359.9805067 (off by 1.9e+04 of the tolerance)
#include <cuda_runtime.h>
// present value of an annuity of 1 per period in arrears
__global__ void annuity(const float* rate, float* factor, int periods)
{
    int i = threadIdx.x;
    float r = rate[i];
    float v = powf(1.0f + r, -(float)periods);
    factor[i] = (1.0f - v) / r;
}
