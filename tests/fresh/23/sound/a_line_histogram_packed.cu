// fpcheck: line_histogram <<<1, 64>>> wavenumber=[400.5,401.2,410.0,433.3,480.0,499.9,455.5,455.6,420.1,420.2] counts=empty:16 low=400 width=6.25 n=10 want=[2,1,0,2,0,1,0,0,2,0,0,0,1,0,0,1]:i32 --ref counts=want --tol bitwise
// expect: ok
// why: two 16-bit counters share a word and its atomics: no carry as long as a bin has fewer than 65536 lines, and the words are zeroed
// figure: counts [2, 1, 0, 2, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 0, 1], exact
#define BINS 16

__global__ void line_histogram(const float *wavenumber, int *counts, float low, float width, int n)
{
    __shared__ unsigned pairs[BINS / 2];
    if (threadIdx.x < BINS / 2)
        pairs[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int b = (int)floorf((wavenumber[i] - low) / width);
        b = min(max(b, 0), BINS - 1);
        atomicAdd(&pairs[b >> 1], 1u << (16 * (b & 1)));
    }
    __syncthreads();
    if (threadIdx.x < BINS)
        counts[threadIdx.x] = (int)(pairs[threadIdx.x >> 1] >> (16 * (threadIdx.x & 1)) & 0xffffu);
}
