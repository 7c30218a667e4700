// fpcheck: reduce_unrolled <<<1, 128>>> x=arange:100 out=empty:1 n=100 want=[4950] --ref 'out=want' --tol rtol=1e-6,atol=0
// expect: ok
// why: every lane goes on adding beyond its half: upper lanes get sums of no meaning, lane 0 the right one; __syncwarp on both sides
// figure: out[0] computed 4950, MPFR 4950; exact
#include <cuda_runtime.h>

// Block sum with an unrolled last warp.
__device__ void warp_reduce(float *sdata, int tid)
{
    float v = sdata[tid] + sdata[tid + 32];
    for (int s = 16; s > 0; s >>= 1) {
        sdata[tid] = v;
        __syncwarp();
        v += sdata[tid + s];
        __syncwarp();
    }
    sdata[tid] = v;
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
