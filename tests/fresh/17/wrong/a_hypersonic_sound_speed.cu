// fpcheck: sound_speed<<<1, 32>>> cells=[1.2999999523162842,3900.699951171875,120.30000305175781,5857667.0,0.699999988079071,2811.89990234375,-77.0999984741211,5651947.5,2.0999999046325684,8123.2998046875,455.70001220703125,15760873.0] speed=empty:3 gamma=1.4 n=3
// expect: error cancellation at line 21
// why: at Mach 3000 the internal energy is the difference of two numbers near 6e6, what is left is rounding and the floor hides negative ones
// figure: speed[1] computed 0.632455528, MPFR 0.715015098
#include <cuda_runtime.h>

struct Conserved {
    float rho, mx, my, energy;
};

__device__ inline Conserved load(const float4 *cells, int i)
{
    float4 v = cells[i];
    return {v.x, v.y, v.z, v.w};
}

// ideal gas; a floor keeps the Riemann solver alive in voids
__device__ inline float pressure(Conserved q, float gamma)
{
    float kinetic = 0.5f * (q.mx * q.mx + q.my * q.my) / q.rho;
    return fmaxf((gamma - 1.0f) * (q.energy - kinetic), 1e-4f);
}

__global__ void sound_speed(const float4 *cells, float *speed, float gamma, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Conserved q = load(cells, i);
    speed[i] = sqrtf(gamma * pressure(q, gamma) / q.rho);
}
