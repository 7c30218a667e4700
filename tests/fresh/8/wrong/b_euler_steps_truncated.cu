// fpcheck: euler_decay<<<1, 32>>> y0=uniform(1,2):32 y=empty:32 n=32 t0=8.0 t1=8.7 dt=0.1 ref=y=y0*0.4782969 --tol rtol=1e-4,atol=0
// expect: error float index off by one at line 9
// why: 8.7f - 8 is 0.6999998, the quotient 6.999998 is truncated, and six steps are made instead of seven
// figure: computed 6 steps, y = 0.79716146 for y0 1.5, MPFR 0.71744535
#include <cuda_runtime.h>

__device__ int step_count(float t0, float t1, float dt)
{
    return (int)((t1 - t0) / dt);
}

__global__ void euler_decay(const float *y0, float *y, int n, float t0, float t1, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int steps = step_count(t0, t1, dt);
    float v = y0[i];
    for (int k = 0; k < steps; ++k)
        v -= dt * v;
    y[i] = v;
}
