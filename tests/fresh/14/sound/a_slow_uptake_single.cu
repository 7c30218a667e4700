// fpcheck: uptake <<<1, 32>>> rate=[0.0001,0.0002,0.0004,0.0008] c=empty:4 steps=4000 n=4
// expect: ok
// why: binary32, 80 partial sums of 50 steps: no step is small beside what it is added to; a half is only what is stored
// figure: error of the sum 1e-6 relative at most, half rounds at 4.9e-4
#include <cuda_fp16.h>
// Uptake of a tracer at a constant rate, stored as half.
__global__ void uptake(const float *rate, __half *c, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float level = 0.0f;
    for (int s = 0; s < steps; s += 50) {
        float part = 0.0f;
        for (int k = 0; k < 50; k++)
            part += rate[i];
        level += part;
    }
    c[i] = __float2half(level);
}
