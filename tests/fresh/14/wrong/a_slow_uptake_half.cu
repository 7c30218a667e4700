// fpcheck: uptake <<<1, 32>>> rate=[0.0001,0.0002,0.0004,0.0008] c=empty:4 steps=4000 n=4
// expect: error absorbed loop steps at line 15
// why: a half of 0.5 has steps of 4.9e-4: adding 2e-4 changes nothing any more, and the level stands still
// figure: c[1] computed 0.5, MPFR 0.8
#include <cuda_fp16.h>
// Uptake of a tracer at a constant rate, stored as half.
__global__ void uptake(const float *rate, __half *c, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __half level = __float2half(0.0f);
    __half step = __float2half(rate[i]);
    for (int s = 0; s < steps; s++)
        level = __hadd(level, step);
    c[i] = level;
}
