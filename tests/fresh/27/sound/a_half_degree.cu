// fpcheck: half_degree <<<4, 32>>> adjacency=ones:4x2000:u8 degree=empty:4 n=2000 want=[2000,2000,2000,2000] ref=degree=want
// expect: ok
// why: vertices are counted in half, which stops at 2048, but a lane counts at most 63 and the warp at most 2000, all exact
// figure: computed 2000, MPFR 2000: error 0
#include <cuda_fp16.h>

// Degree of a vertex from a row of a byte adjacency matrix of at most 2048 vertices, one warp a row.
__global__ void half_degree(const unsigned char *adjacency, float *degree, int n)
{
    const unsigned char *row = adjacency + (size_t)blockIdx.x * n;
    __half count = __float2half(0.0f);
    for (int c = threadIdx.x; c < n; c += 32)
        if (row[c])
            count = __hadd(count, __float2half(1.0f));
    for (int o = 16; o > 0; o >>= 1)
        count = __hadd(count, __shfl_xor_sync(0xffffffffu, count, o));
    if (threadIdx.x == 0)
        degree[blockIdx.x] = __half2float(count);
}
