// fpcheck: annuity_factor <<<1, 32>>> y=[1e-6,2.5e-6,4e-5,1e-4,0.01,3e-7] tau=[0.25,0.5,0.25,1,2,0.25] f=empty:6 n=6 ref=-expm1(-y*tau)/y --tol rtol=1e-4
// expect: error cancellation at line 17: 1 - exp(-y tau) for tiny y tau without expm1; off by up to 100 %
// B(tau) = (1 - exp(-y tau)) / y of a short-rate model (Vasicek / Hull-White).
#include <cuda_runtime.h>

__global__ void annuity_factor(const float* __restrict__ y, const float* __restrict__ tau,
                               float* __restrict__ f, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        float k = y[i];
        float t = tau[i];
        // avoid a division by zero for k == 0
        if (fabsf(k) < 1e-12f) {
            f[i] = t;
        } else {
            f[i] = (1.0f - expf(-k * t)) / k;
        }
    }
}
