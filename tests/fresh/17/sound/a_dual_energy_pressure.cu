// fpcheck: dual_energy<<<1, 32>>> rho=[1.3,0.7,1.1,2.0] momentum=[3900.7,-2811.9,0.5,3.0] energy=[5852087.0,5647700.0,2.75,10.5] internal=[0.6,0.25,2.6,8.2] p=empty:4 mach=empty:4 gamma=1.4 n=4
// expect: ok
// why: the difference of two numbers near 6e6 is rounding, but it is only compared and then the tracked internal energy is used
// figure: p[0] = 0.24 off by 2.5e-9, mach[0] by 1.6e-8 relative
#include <cuda_runtime.h>

struct Gas {
    float rho, momentum, energy, internal;
};

// Dual energy: the total energy where it says something about pressure, a field of its own where motion drowns it.
__device__ float pressure(Gas q, float gamma)
{
    float kinetic = 0.5f * q.momentum * q.momentum / q.rho;
    float difference = q.energy - kinetic;
    float internal = difference > 0.05f * q.energy ? difference : q.internal;
    return (gamma - 1.0f) * internal;
}

__global__ void dual_energy(const float *rho, const float *momentum, const float *energy, const float *internal, float *p,
                            float *mach, float gamma, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Gas q = {rho[i], momentum[i], energy[i], internal[i]};
    float pr = pressure(q, gamma);
    p[i] = pr;
    mach[i] = fabsf(q.momentum / q.rho) * rsqrtf(gamma * pr / q.rho);
}
