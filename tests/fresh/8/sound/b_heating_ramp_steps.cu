// fpcheck: heating_ramp<<<1, 32>>> ramp=uniform(1,2):32 heat=empty:32 n=32 begin=1048576.0 dt=0.03125 steps=64 ref=heat=ramp*(0.03125*0.03125*2016) --tol rtol=1e-5,atol=0
// expect: ok
// why: a small difference of times near 2^20 looks cancelled, but the clock is a double, made of the step number and not by adding up, and multiples of 1/32 are exact in it
// figure: computed heat = 3.34687495, MPFR 3.34687509 for ramp 1.7f: 0.0042 of the tolerance
#include <cuda_runtime.h>

__device__ float power(float ramp, float since)
{
    return ramp * since;
}

__global__ void heating_ramp(const float *ramp, float *heat, int n, double begin, float dt, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float q = 0.0f;
    double now = begin;
    for (int k = 0; k < steps; ++k) {
        float since = (float)k * dt;
        now = begin + (double)since;
        q += dt * power(ramp[i], (float)(now - begin));
    }
    heat[i] = q;
}
