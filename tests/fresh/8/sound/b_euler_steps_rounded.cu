// fpcheck: euler_decay<<<1, 32>>> y0=uniform(1,2):32 y=empty:32 n=32 t0=8.0 t1=8.7 dt=0.1 ref=y=y0*0.4782969 --tol rtol=1e-5,atol=0
// expect: ok
// why: the quotient (8.7f - 8) / 0.1f is 6.999998, but it is rounded to the nearest integer, a millionth away; each step multiplies by 1 - dt with a relative error of an ulp
// figure: computed 7 steps, y = 0.717445314 for y0 1.5, MPFR 0.71744535: 0.005 of the tolerance
#include <cuda_runtime.h>

// The interval is a whole number of steps up to the rounding of its ends.
__device__ int step_count(float t0, float t1, float dt)
{
    return __float2int_rn((t1 - t0) / dt);
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
