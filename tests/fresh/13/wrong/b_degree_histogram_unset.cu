// fpcheck: degree_histogram <<<1, 64>>> offset=[0,3,5,9,10,100,104,190,191,191] hist=inout:zeros:96 nodes=9
// expect: error uninitialised shared memory at line 20
// why: 96 bins in shared memory, but only the first 64 (one a thread) are set to zero before the atomics; bins 64 to 95 start with whatever was there
// figure: computed hist[90] and hist[86] start from unset shared memory: undefined, MPFR hist[90] = 1, hist[86] = 1
// Graph algorithms: histogram of out-degrees of a CSR graph, long degrees in the last bin.
#define BINS 96

__device__ int bin_of(int degree)
{
    return degree < BINS ? degree : BINS - 1;
}

__global__ void degree_histogram(const int *offset, int *hist, int nodes)
{
    __shared__ int local[BINS];
    if (threadIdx.x < BINS)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int v = threadIdx.x; v < nodes; v += blockDim.x)
        atomicAdd(&local[bin_of(offset[v + 1] - offset[v])], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&hist[b], local[b]);
}
