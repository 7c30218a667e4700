// fpcheck: max_reduce <<<1, 256>>> x=uniform(0,100):256 out=empty:1 n=256
// expect: error race at line 20: the unrolled last warp has neither volatile nor __syncwarp: lanes read what other lanes are writing
// Block maximum, last warp unrolled (classic "Optimizing Parallel Reduction in CUDA" style).
#include <cuda_runtime.h>

__global__ void max_reduce(const float* __restrict__ x, float* __restrict__ out, int n)
{
    __shared__ float s[256];
    int tid = threadIdx.x;
    s[tid] = tid < n ? x[tid] : -1e30f;
    __syncthreads();

    if (tid < 128) s[tid] = fmaxf(s[tid], s[tid + 128]);
    __syncthreads();
    if (tid < 64) s[tid] = fmaxf(s[tid], s[tid + 64]);
    __syncthreads();

    if (tid < 32) {
        s[tid] = fmaxf(s[tid], s[tid + 32]);
        s[tid] = fmaxf(s[tid], s[tid + 16]);
        s[tid] = fmaxf(s[tid], s[tid + 8]);
        s[tid] = fmaxf(s[tid], s[tid + 4]);
        s[tid] = fmaxf(s[tid], s[tid + 2]);
        s[tid] = fmaxf(s[tid], s[tid + 1]);
    }
    if (tid == 0) out[0] = s[0];
}
