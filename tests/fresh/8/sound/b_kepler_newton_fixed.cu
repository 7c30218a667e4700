// fpcheck: eccentric_anomaly<<<1, 32>>> mean=[0.0, 0.125, 0.5, 1.0, 2.5, 3.0] anomaly=empty:6 n=6 e=0.5 ref=anomaly=@b_kepler_e05.npy --tol rtol=2e-6,atol=1e-7
// expect: ok
// why: Newton's loop has no stop test at all, which looks careless, but six steps from Danby's start converge for e = 0.5, and further ones stay within an ulp
// figure: largest error 0.012 of the tolerance (2e-6 relative + 1e-7)
#include <cuda_runtime.h>

// f(E) = E - e sin E - M; the slope is at least 1 - e, so the step is never large.
__device__ float newton_step(float E, float e, float M)
{
    float s;
    float c;
    sincosf(E, &s, &c);
    float f = (E - M) - e * s;
    float slope = 1.0f - e * c;
    return E - f / slope;
}

__global__ void eccentric_anomaly(const float *mean, float *anomaly, int n, float e)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float M = mean[i];
    float E = M + 0.85f * e;
    for (int k = 0; k < 6; ++k)
        E = newton_step(E, e, M);
    anomaly[i] = E;
}
