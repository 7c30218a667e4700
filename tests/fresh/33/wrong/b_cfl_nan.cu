// fpcheck: cfl_step <<<1, 128>>> rho=@b_cfl_rho.npy mom=@b_cfl_mom.npy energy=@b_cfl_energy.npy dx=0.01 dt=empty:1 cells=128
// expect: error nan at line 25
// why: the pressure of a fast cell is a cancelled difference and comes out negative, the sound speed is NaN, and fmaxf drops it, so that the fastest cell of all does not limit the time step
// figure: dt[0] computed 8.3897372e-05, MPFR 1.19295404e-06
#include <cuda_runtime.h>

constexpr float GAMMA = 1.4f;

__device__ float warp_max(float v)
{
    for (int off = 16; off > 0; off >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, off));
    return v;
}

__global__ void cfl_step(const float* rho, const float* mom, const float* energy,
                         float dx, float* dt, int cells)
{
    __shared__ float partial[4];
    int i = threadIdx.x;
    float speed = 0.0f;
    for (int c = i; c < cells; c += blockDim.x) {
        float kinetic = 0.5f * mom[c] * mom[c] / rho[c];
        float p = (GAMMA - 1.0f) * (energy[c] - kinetic);
        float sound = sqrtf(GAMMA * p / rho[c]);
        speed = fmaxf(speed, fabsf(mom[c] / rho[c]) + sound);
    }
    speed = warp_max(speed);
    if ((i & 31) == 0)
        partial[i >> 5] = speed;
    __syncthreads();
    if (i == 0) {
        float m = fmaxf(fmaxf(partial[0], partial[1]), fmaxf(partial[2], partial[3]));
        dt[0] = 0.4f * dx / m;
    }
}
