// fpcheck: reduce_unrolled <<<1, 128>>> x=arange:100 out=empty:1 n=100 want=[4950] --ref 'out=want' --tol rtol=1e-6,atol=0
// expect: error race at line 11
// why: the steps of the last warp without volatile or __syncwarp: lanes read what others may not have written, or have already written
// figure: out[0] computed 4950 only if the lanes run in lockstep and stores are kept, MPFR 4950; undefined
#include <cuda_runtime.h>

// Block sum with an unrolled last warp.
__device__ void warp_reduce(float *sdata, int tid)
{
    sdata[tid] += sdata[tid + 32];
    sdata[tid] += sdata[tid + 16];
    sdata[tid] += sdata[tid + 8];
    sdata[tid] += sdata[tid + 4];
    sdata[tid] += sdata[tid + 2];
    sdata[tid] += sdata[tid + 1];
}

__global__ void reduce_unrolled(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float sdata[128];
    int tid = threadIdx.x;

    sdata[tid] = tid < n ? x[tid] : 0.0f;
    __syncthreads();

    for (int s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }

    // The last warp needs no block-wide barriers
    if (tid < 32)
        warp_reduce(sdata, tid);
    if (tid == 0)
        out[0] = sdata[0];
}
