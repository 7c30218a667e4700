// fpcheck: colour_histogram <<<2, 64>>> pixel=randint(0,255):120:u8 hist=inout:zeros:128 n=120
// expect: ok
// why: atomics on shared bins by one leader of equal lanes, more bins than threads, and a mask of lanes that are there from a ballot; all bins are cleared in a loop
// figure: computed counts, exact, MPFR the same
// Computer vision: histogram of a channel in 128 bins.
#define BINS 128

__global__ void colour_histogram(const unsigned char *pixel, int *hist, int n)
{
    __shared__ int local[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        local[b] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned there = __ballot_sync(0xffffffffu, i < n);
    if (i < n)
    {
        int bin = pixel[i] >> 1;
        unsigned same = __match_any_sync(there, bin);
        int leader = __ffs(same) - 1;
        if ((int)(threadIdx.x & 31) == leader)
            atomicAdd(&local[bin], __popc(same));
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        if (local[b] != 0)
            atomicAdd(&hist[b], local[b]);
}
