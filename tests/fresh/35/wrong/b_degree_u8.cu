// fpcheck: in_degree <<<1, 64>>> target=@b_degree_t.npy degree=empty:8:i32 edges=2000 nodes=8 --ref degree=@b_degree_ref.npy
// expect: error overflow at line 18
// why: each thread counts in-degrees in bytes to save shared memory; a hub with more than 255 edges in its part wraps; as in histogram kernels with 8 bit sub-counters that are flushed too seldom
// figure: degree[0] computed 102, MPFR 358
#include <cuda_runtime.h>

#define LANES 64

__global__ void in_degree(const int *target, int *degree, int edges, int nodes)
{
    __shared__ unsigned char count[LANES][8];
    for (int v = 0; v < nodes; v++) count[threadIdx.x][v] = 0;
    int run = (edges + 3) / 4;
    int first = threadIdx.x * run;
    // edges are sorted by target; four threads take a consecutive part each
    if (threadIdx.x < 4)
        for (int e = first; e < min(first + run, edges); e++)
            count[threadIdx.x][target[e]]++;
    __syncthreads();
    if ((int)threadIdx.x < nodes) {
        int total = 0;
        for (int t = 0; t < LANES; t++) total += count[t][threadIdx.x];
        degree[threadIdx.x] = total;
    }
}
