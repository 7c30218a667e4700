// fpcheck: lj_energy <<<1, 64>>> x=arange:64 e=empty:64 eps=0.5 sigma=0.9 rc2=6.3 n=64
// expect: ok
// Lennard-Jones energy per atom of a chain; cutoff shifted so that the
// energy is continuous there, self term skipped by index.
#include <cuda_runtime.h>

__global__ void lj_energy(const float* __restrict__ x, float* __restrict__ e,
                          float eps, float sigma, float rc2, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s2 = sigma * sigma;
    float c = s2 / rc2;
    float c6 = c * c * c;
    float shift = c6 * c6 - c6;
    float xi = x[i], sum = 0.0f;
    for (int j = 0; j < n; ++j) {
        float d = xi - x[j];
        float r2 = d * d;
        if (j == i || r2 >= rc2) continue;
        float q = s2 / r2;
        float q6 = q * q * q;
        sum += q6 * q6 - q6 - shift;
    }
    e[i] = 2.0f * eps * sum;
}
