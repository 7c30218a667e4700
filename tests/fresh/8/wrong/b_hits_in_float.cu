// fpcheck: quarter_circle<<<2, 128>>> x=uniform(0,0.5):256 y=uniform(0,0.5):256 hits=inout:[16777216.0] n=256 ref=hits=16777216+sum((x+1)/(x+1)) --tol rtol=0,atol=2
// expect: error counter lost in float at line 17
// why: the run continues from 2^24 hits, where a float no longer counts: every addition of 1 is a tie that rounds back to 2^24
// figure: computed 16777216, MPFR 16777472
#include <cuda_runtime.h>

__device__ bool inside(float x, float y)
{
    return x * x + y * y < 1.0f;
}

// Adds the hits of this batch of samples to those of the batches before.
__global__ void quarter_circle(const float *x, const float *y, float *hits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && inside(x[i], y[i]))
        atomicAdd(hits, 1.0f);
}

__global__ void estimate(const float *hits, float *pi, float samples)
{
    *pi = 4.0f * *hits / samples;
}
