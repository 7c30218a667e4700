// fpcheck: dose_counter <<<2, 64>>> region=arange:128 given=inout:[16777216,100,33554432,5] share=empty:4 n=128 people=40000000 done=inout:[0]
// expect: ok
// why: counters beyond 2^24 which end in floats: counted as integers, converted once by the last block behind a fence
// figure: computed share[0] = 16777248/4e7 = 0.419431210, MPFR 0.4194312
__global__ void dose_counter(const int *region, unsigned *given, float *share, unsigned *done, float people, int n)
{
    __shared__ bool last;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&given[region[i] & 3], 1u);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(done, 1u) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x < 4) {
        __threadfence();
        unsigned all = atomicAdd(&given[threadIdx.x], 0u);
        share[threadIdx.x] = (float)((double)all / (double)people);
    }
}
