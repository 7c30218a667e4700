// fpcheck: flat_field <<<2, 256>>> img=@a_flat_field_variance_img.npy variance=empty:2 n=82000 --ref variance=@a_flat_field_variance_want.npy --tol rtol=1e-4,atol=0
// expect: error integer overflow of a sum at line 29
// why: the sum of squares of 82000 pixels near 245 is 4.9e9, beyond 32 bits; the clamp at 0 hides the negative variance
// figure: computed variance[0]=0, MPFR 56.4581
// Noise of a flat-field frame: the variance of 8-bit pixels from exact integer sums, one block a frame.
__global__ void flat_field(const unsigned char *img, float *variance, int n)
{
    __shared__ unsigned sums[8], squares[8];
    const unsigned char *frame = img + (size_t)blockIdx.x * n;
    unsigned sum = 0, square = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        const unsigned p = frame[i];
        sum += p;
        square += p * p;
    }
    for (int o = 16; o > 0; o >>= 1) {
        sum += __shfl_down_sync(0xffffffffu, sum, o);
        square += __shfl_down_sync(0xffffffffu, square, o);
    }
    if ((threadIdx.x & 31) == 0) {
        sums[threadIdx.x >> 5] = sum;
        squares[threadIdx.x >> 5] = square;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned total = 0, total_squares = 0;
        for (int w = 0; w < 8; w++) {
            total += sums[w];
            total_squares += squares[w];
        }
        const double mean = (double)total / n;
        const double v = (double)total_squares / n - mean * mean;
        variance[blockIdx.x] = (float)fmax(v, 0.0);
    }
}
