// fpcheck: density_at<<<1, 32>>> r=uniform(0.1,0.9):20 rho=empty:1 n=20 h=1.0 mass=0.01
// expect: error wrong shuffle mask at line 22
// why: the shuffles stand inside if (lane < n) with a mask of all 32 lanes, but lanes 20 to 31 never reach them
// figure: computed undefined (lanes 20 to 31 are named in the mask and never arrive), MPFR the density of 20 neighbours
#include <cuda_runtime.h>

constexpr unsigned All = 0xffffffffu;

// The poly6 kernel of smoothed particle hydrodynamics, without its constant factor.
__device__ float poly6(float r, float h)
{
    float d = h * h - r * r;
    return d > 0.0f ? d * d * d : 0.0f;
}

__global__ void density_at(const float *r, float *rho, int n, float h, float mass)
{
    int lane = threadIdx.x;
    if (lane < n) {
        float v = mass * poly6(r[lane], h);
        for (int o = 16; o > 0; o >>= 1)
            v += __shfl_xor_sync(All, v, o);
        if (lane == 0) {
            float h3 = h * h * h;
            rho[0] = v * 315.0f / (64.0f * 3.14159265f * h3 * h3 * h3);
        }
    }
}
