// fpcheck: compact_edges <<<1, 64>>> grad=uniform(0,1):40 count=empty:1 n=40 thr=0.25
// expect: error uninitialised at line 16: keep[] of threads past n is never written but voted on
#include <cuda_runtime.h>

__global__ void compact_edges(const float* grad, int* count, int n, float thr)
{
    __shared__ int keep[64];
    __shared__ int total;
    int t = threadIdx.x;
    if (t == 0)
        total = 0;
    if (t < n)
        keep[t] = grad[t] > thr;
    __syncthreads();
    // mirrored order so that neighbours sit in one ballot
    unsigned votes = __ballot_sync(0xffffffffu, keep[t ^ 1]);
    if ((t & 31) == 0)
        atomicAdd(&total, __popc(votes));
    __syncthreads();
    if (t == 0)
        count[0] = total;
}
