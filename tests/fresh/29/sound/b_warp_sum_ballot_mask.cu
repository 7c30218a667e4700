// fpcheck: sum_array <<<1, 64>>> x=arange:50 out=inout:zeros:1 n=50 want=[1225] --ref 'out=want' --tol rtol=1e-6,atol=0
// expect: ok
// why: shuffles under a partial mask, and sources beyond it: what they give is thrown away
// figure: out[0] computed 1225, MPFR 1225; exact
#include <cuda_runtime.h>

// Sum of an array whose length is no multiple of the warp size: warps reduce with
// shuffles, their first lanes add to the result.
__device__ float warp_reduce_sum(float v, unsigned mask, int lane)
{
    int active = __popc(mask); // the first lanes of the warp
    for (int offset = 16; offset > 0; offset >>= 1) {
        float other = __shfl_down_sync(mask, v, offset);
        if (lane + offset < active)
            v += other;
    }
    return v;
}

__global__ void sum_array(const float *__restrict__ x, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    unsigned mask = __ballot_sync(0xffffffff, i < n);
    if (i < n) {
        float v = warp_reduce_sum(x[i], mask, lane);
        if (lane == 0)
            atomicAdd(out, v);
    }
}
