// fpcheck: sabr_vol <<<1, 8>>> fwd=@a_sabr_atm_fwd.npy strike=@a_sabr_atm_strike.npy vol=empty:8 alpha=0.03500000014901161 beta=0.5 rho=-0.30000001192092896 nu=0.6000000238418579 expiry=2
// expect: error nan at line 9
// why: z / x(z) of Hagan's SABR formula is 0/0 at the money, where the limit 1 must be taken; the NaN is hidden by fmaxf(vol, floor), which gives the floor (the at-the-money case is a well-known bug of SABR code)
// figure: vol[3] computed 9.99999975e-05, MPFR 0.2108945677 (off by 1e+04 of the tolerance)
#include <cuda_runtime.h>
__device__ float z_over_x(float z, float rho)
{
    float x = logf((sqrtf(1.0f - 2.0f * rho * z + z * z) + z - rho) / (1.0f - rho));
    return z / x;
}

__global__ void sabr_vol(const float* fwd, const float* strike, float* vol, float alpha, float beta, float rho, float nu, float expiry)
{
    int i = threadIdx.x;
    float f = fwd[i], k = strike[i];
    float l = logf(f / k), b1 = 1.0f - beta;
    float m = powf(f * k, 0.5f * b1);
    float zx = z_over_x(nu / alpha * m * l, rho);
    float l2 = b1 * b1 * l * l;
    float den = m * (1.0f + l2 / 24.0f + l2 * l2 / 1920.0f);
    float corr = b1 * b1 * alpha * alpha / (24.0f * m * m) + rho * beta * nu * alpha / (4.0f * m) + (2.0f - 3.0f * rho * rho) * nu * nu / 24.0f;
    float v = alpha / den * zx * (1.0f + corr * expiry);
    vol[i] = fmaxf(v, 1e-4f);
}
