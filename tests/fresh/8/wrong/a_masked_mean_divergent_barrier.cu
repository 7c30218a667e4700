// fpcheck: masked_mean<<<2, 64>>> x=uniform(0,1):2x40 keep=[0,1,1,1,1,0,1,1,1,1,0,1,1,1,1,0,1,1,1,1,0,1,1,1,1,0,1,1,1,1,0,1,1,1,1,0,1,1,1,1,0,1,1,1,1,0,1,1,1,1,0,1,1,1,1,0,1,1,1,1,0,1,1,1,1,0,1,1,1,1,0,1,1,1,1,0,1,1,1,1] out=empty:2x40 n=40
// expect: error divergence at line 20
// why: only the threads of kept tokens enter the tree with its barriers; the others meet them with the barrier after it, and read a mean that is not yet summed
// figure: token 0 is dropped: its thread leaves the last barrier at the others' first one, out[0] = x[0] minus what sums[0] / counts[0] are just then (a race, or 0 / 0), right x[0] minus the mean of 32 kept tokens, about 0.5
#include <cuda_runtime.h>

// centres a sequence on the mean of its kept tokens
__global__ void masked_mean(const float *x, const int *keep, float *out, int n)
{
    __shared__ float sums[64];
    __shared__ int counts[64];
    int t = threadIdx.x, row = blockIdx.x;
    sums[t] = 0.0f;
    counts[t] = 0;
    __syncthreads();
    if (t < n && keep[row * n + t]) {
        sums[t] = x[row * n + t];
        counts[t] = 1;
        for (int half = 32; half > 0; half >>= 1) {
            __syncthreads();
            if (t < half) {
                sums[t] += sums[t + half];
                counts[t] += counts[t + half];
            }
        }
    }
    __syncthreads();
    if (t < n)
        out[row * n + t] = x[row * n + t] - sums[0] / (float)counts[0];
}
