// fpcheck: solve_kepler <<<1, 64>>> M=uniform(0.1,3):64 ecc=uniform(0,0.7):64 E=empty:64 n=64
// expect: ok
// Eccentric anomaly by a fixed number of Newton steps (no data-dependent exit,
// so that a warp never diverges).
#include <cuda_runtime.h>

__global__ void solve_kepler(const float* __restrict__ M, const float* __restrict__ ecc,
                             float* __restrict__ E, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float m = M[i], e = ecc[i];
    float x = m + e * sinf(m) * (1.0f + e * cosf(m));
#pragma unroll
    for (int k = 0; k < 5; ++k) {
        float s, c;
        sincosf(x, &s, &c);
        x -= (x - e * s - m) / (1.0f - e * c);
    }
    E[i] = x;
}
