// fpcheck: rod <<<1, 64>>> start=uniform(10,90):64 end=empty:64 steps=20 alpha=0.2
// expect: error race at line 16
// why: every thread writes its cell while its neighbours still read it: there is no second buffer and no barrier between reading and writing
// figure: computed race: end[] depends on the order of the two warps; MPFR is the explicit Euler step
#include <cuda_runtime.h>

__global__ void rod(const float *start, float *end, int steps, float alpha)
{
    __shared__ float temperature[64];
    int i = threadIdx.x;
    temperature[i] = start[i];
    __syncthreads();
    for (int s = 0; s < steps; s++) {
        if (i > 0 && i < 63) {
            float bend = temperature[i - 1] - 2.0f * temperature[i] + temperature[i + 1];
            temperature[i] = temperature[i] + alpha * bend;
        }
        __syncthreads();
    }
    end[i] = temperature[i];
}
