// fpcheck: correlogram <<<1, 32>>> train=[-8.0,-3.0,-1.0,1.0,3.0,8.0] bins=inout:zeros:21:i32 centre=0.0 width=1.0 half=10 n=6 want=[0,0,1,0,0,0,0,1,0,1,0,1,0,1,0,0,0,0,1,0,0] ref=bins=want
// expect: error conversion truncates negative lags at line 8
// why: adding a half and converting rounds towards zero: negative lags land one bin too near to zero
// figure: computed bins[2] = 0, MPFR 1
// Cross-correlogram of one reference spike against a train, bins centred on whole widths.
__device__ int bin_of(float lag, float width)
{
    return (int)(lag / width + 0.5f);
}

__global__ void correlogram(const float *train, int *bins, float centre, float width, int half, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int bin = bin_of(train[i] - centre, width) + half;
    if (bin >= 0 && bin <= 2 * half)
        atomicAdd(&bins[bin], 1);
}
