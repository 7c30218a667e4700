// fpcheck: eccentric_anomaly<<<1, 32>>> mean=[2.5, 2.75, 3.0, 4.5, 5.0, 6.0] anomaly=empty:6 n=6 e=0.25 ref=anomaly=@b_kepler.npy --tol rtol=1e-5,atol=0
// expect: error stop test below an ulp at line 28
// why: the bracket can not become narrower than an ulp (2.4e-7 to 4.8e-7 here), so hi - lo < 1e-8 is never true and the mark for "did not converge" is stored
// figure: computed anomaly[0] = -1 (bracket left at 2.38e-07), MPFR 2.6237514
#include <cuda_runtime.h>

__device__ float kepler(float E, float e, float M)
{
    return E - e * sinf(E) - M;
}

__global__ void eccentric_anomaly(const float *mean, float *anomaly, int n, float e)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float M = mean[i];
    float lo = M - e;
    float hi = M + e;
    bool converged = false;
    float mid = M;
    for (int k = 0; k < 60; ++k) {
        mid = 0.5f * (lo + hi);
        if (kepler(mid, e, M) > 0.0f)
            hi = mid;
        else
            lo = mid;
        if (hi - lo < 1e-8f) {
            converged = true;
            break;
        }
    }
    anomaly[i] = converged ? mid : -1.0f;
}
