// fpcheck: tone_histogram <<<2, 32>>> px=[64,240,224,16,96,192,48,128,224,0,240,112,112,112,32,240,48,96,192,32,32,96,112,80,128,112,16,224,128,16,64,0,64,160,208,240,48,32,160,176,48,0,208,112,80,112,144,128,64,80,48,64,80,208,144,192,224,32,48,80,160,128,48,144,224,176,144,16,80,208,32,208,224,240,192,208,48,208,240,16,16,208,240,32,96,96,160,192,208,128,0,240,176,0,16,192,240,48,112,224,80,224,96,160,32,16,192,128,64,16,192,32,192,80,176,96,176,128,192,96,160,160,0,64,0,0,208,208,176,224,208,176,128,96,16,16,160,240,64,128,16,208,128,112,224,64,144,32,80,144] histogram=inout:zeros:64 n=150 want=[8,0,0,0,12,0,0,0,10,0,0,0,9,0,0,0,9,0,0,0,9,0,0,0,9,0,0,0,9,0,0,0,11,0,0,0,6,0,0,0,8,0,0,0,7,0,0,0,10,0,0,0,13,0,0,0,10,0,0,0,10,0,0,0] ref=histogram=want --tol bitwise
// expect: ok
// why: the number of pixels is no multiple of the block, and lanes past it must not vote: each lane takes part in the match with a bin number of its own that is never counted, so the full mask is right
// figure: computed counts exact, tolerance 0
// Histogram of 8 bit tones in 64 bins; lanes of a warp with the same bin send one atomic.
#define BINS 64

__global__ void tone_histogram(const unsigned char *px, int *histogram, int n)
{
    __shared__ int bins[BINS];
    int lane = threadIdx.x & 31;
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        bins[b] = 0;
    __syncthreads();

    int stride = gridDim.x * blockDim.x;
    int rounds = (n + stride - 1) / stride;
    for (int r = 0; r < rounds; r++) {
        int i = r * stride + blockIdx.x * blockDim.x + threadIdx.x;
        int bin = i < n ? px[i] >> 2 : BINS + lane;
        unsigned int same = __match_any_sync(0xffffffffu, bin);
        bool leader = lane == __ffs(same) - 1;
        if (leader && bin < BINS)
            atomicAdd(&bins[bin], __popc(same));
    }
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        if (bins[b] != 0)
            atomicAdd(&histogram[b], bins[b]);
}
