// fpcheck: tone_histogram <<<2, 32>>> px=randint(0,255):512 histogram=inout:zeros:64 n=512
// expect: error uninitialised at line 17
// why: 32 threads clear 64 bins with a plain if: bins 32 to 63 start from whatever shared memory held, and atomicAdd counts on from it
// figure: computed: undefined (undefined + count) in histogram[32..63], MPFR about 8 a bin
// Histogram of 8 bit tones in 64 bins; every block counts in shared memory first.
#define BINS 64

__global__ void tone_histogram(const unsigned char *px, int *histogram, int n)
{
    __shared__ int bins[BINS];
    int t = threadIdx.x;
    if (t < BINS)
        bins[t] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[px[i] >> 2], 1);
    __syncthreads();

    for (int b = t; b < BINS; b += blockDim.x)
        if (bins[b] != 0)
            atomicAdd(&histogram[b], bins[b]);
}
