// fpcheck: heating_ramp<<<1, 32>>> ramp=uniform(1,2):32 heat=empty:32 n=32 begin=1048576.0 dt=0.03125 steps=64 ref=heat=ramp*(0.03125*0.03125*2016) --tol rtol=1e-4,atol=0
// expect: error absorbed step at line 22
// why: at 2^20 seconds an ulp is 0.125, so t + 0.03125 is t again and the ramp never starts
// figure: computed heat[0] = 0 for ramp 1.5, MPFR 2.953125
#include <cuda_runtime.h>

// The power of a heater that rises linearly from the moment `begin` on.
__device__ float power(float ramp, float t, float begin)
{
    return t > begin ? ramp * (t - begin) : 0.0f;
}

__global__ void heating_ramp(const float *ramp, float *heat, int n, float begin, float dt, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float t = begin; // seconds since the controller was switched on
    float q = 0.0f;
    for (int k = 0; k < steps; ++k) {
        q += dt * power(ramp[i], t, begin);
        t += dt;
    }
    heat[i] = q;
}
