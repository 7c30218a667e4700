// fpcheck: grey_histogram <<<1, 128>>> pixels=randint(0,255):512:u8 counts=empty:256:i32 n=512
// expect: error uninitialised at line 12
// why: 128 threads clear only the first 128 of the 256 shared bins; atomicAdd in the others starts from whatever shared memory held
// figure: counts[128..255]: computed undefined + count, MPFR count
#define BINS 256
__global__ void grey_histogram(const unsigned char *pixels, int *counts, int n)
{
    __shared__ int bins[BINS];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&bins[pixels[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        counts[b] = bins[b];
}
