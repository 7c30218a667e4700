// fpcheck: electron_energy <<<4, 64>>> v=uniform(1000,250000000):256 ev=empty:256 n=256
// expect: ok
// why: gamma - 1 written as b2 / (s * (1 + s)) with s = sqrt(1 - b2): nothing cancels for slow electrons, and for fast ones 1 - b2 is taken as a product
// figure: ev[112] computed 302765.53, exact 302765.40709752264; 0 of 256 beyond the tolerance, worst 0.137 times
#include <cuda_runtime.h>

#define C_LIGHT 299792458.f
#define REST_EV 510998.95f

__device__ float gamma_minus_one(float v)
{
    float beta = v / C_LIGHT;
    float s = sqrtf((1.f - beta) * (1.f + beta));
    return beta * beta / (s * (1.f + s));
}

__global__ void electron_energy(const float* v, float* ev, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    ev[i] = gamma_minus_one(v[i]) * REST_EV;
}
