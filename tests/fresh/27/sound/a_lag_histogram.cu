// fpcheck: lag_histogram <<<1, 32>>> train=[-8.0,-3.5,-1.25,1.0,3.0,8.0] bins=inout:zeros:21 centre=0.0 width=1.0 half=10 n=6 want=[0,0,1,0,0,0,0,1,0,1,0,1,0,1,0,0,0,0,1,0,0] ref=bins=want
// expect: ok
// why: negative lags are rounded with floor before the conversion, which then truncates nothing; the tie at -3.5 goes up like those above zero
// figure: computed bins[7] = 1, MPFR 1
// Cross-correlogram of one reference spike against a train, bins centred on whole widths.
__device__ int bin_of(float lag, float width)
{
    return (int)floorf(lag / width + 0.5f);
}

__global__ void lag_histogram(const float *train, int *bins, float centre, float width, int half, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int bin = bin_of(train[i] - centre, width) + half;
    if (bin >= 0 && bin <= 2 * half)
        atomicAdd(&bins[bin], 1);
}
