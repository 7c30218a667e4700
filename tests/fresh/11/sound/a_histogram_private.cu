// fpcheck: grey_histogram <<<1, 96>>> pixels=randint(0,255):500:u8 counts=empty:256:i32 n=500
// expect: ok
// why: a copy of the bins for each of three warps, cleared by a strided loop (768 words, 96 threads); atomics within a warp's copy only, a barrier before the copies are added
// figure: integer counts, error 0; they add up to 500
#define BINS 256
#define WARPS 3
__global__ void grey_histogram(const unsigned char *pixels, int *counts, int n)
{
    __shared__ int bins[WARPS][BINS];
    int *flat = &bins[0][0];
    for (int b = threadIdx.x; b < WARPS * BINS; b += blockDim.x)
        flat[b] = 0;
    __syncthreads();
    int *mine = bins[threadIdx.x / 32];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&mine[pixels[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        counts[b] = bins[0][b] + bins[1][b] + bins[2][b];
}
