// fpcheck: advance_clock <<<1, 32>>> t0=[4096,8192,2048,16384] t=empty:4 steps=10000 n=4 ref=t0+1 --tol rtol=1e-5
// expect: error absorbed at line 12: dt = 1e-4 is below half an ulp of 4096 (2.4e-4): the clock stands still
// Advances per-particle clocks by many small sub-steps.
#include <cuda_runtime.h>

__global__ void advance_clock(const float* __restrict__ t0, float* __restrict__ t, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float clock = t0[i];
    for (int s = 0; s < steps; ++s)
        clock += 1e-4f;
    t[i] = clock;
}
