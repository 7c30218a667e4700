// fpcheck: sum_array <<<1, 64>>> x=arange:50 out=inout:zeros:1 n=50 want=[1225] --ref 'out=want' --tol rtol=1e-6,atol=0
// expect: error mask at line 12
// why: the full mask names lanes of the last warp that the condition kept out: undefined, and their values are added
// figure: out[0] computed undefined, MPFR 1225
#include <cuda_runtime.h>

// Sum of an array whose length is no multiple of the warp size: warps reduce with
// shuffles, their first lanes add to the result.
__device__ float warp_reduce_sum(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(0xffffffff, v, offset);
    return v;
}

__global__ void sum_array(const float *__restrict__ x, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    if (i < n) {
        float v = warp_reduce_sum(x[i]);
        if (lane == 0)
            atomicAdd(out, v);
    }
}
