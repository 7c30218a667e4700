// fpcheck: grey_histogram<<<2, 64>>> grey=randint(0,255):256:u8 hist=inout:zeros:16 n=256
// expect: error uninitialised at line 13
// why: the shared bins are never set to zero before atomicAdd counts in them
// figure: computed: undefined, MPFR: counts that sum to 256
// 16-bin histogram of an 8-bit image.
const int BINS = 16;

__global__ void grey_histogram(const unsigned char *grey, int *hist, int n)
{
    __shared__ int bins[BINS];
    int t = threadIdx.x;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[grey[i] >> 4], 1);
    __syncthreads();
    if (t < BINS)
        atomicAdd(&hist[t], bins[t]);
}
