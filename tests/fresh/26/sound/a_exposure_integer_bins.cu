// fpcheck: expose <<<16, 256>>> level=const(2):4096:i32 bins=inout:[1024,0,16777216,12]:u32 n=4096
// expect: ok
// why: more than 2^24 in a bin, but it counts in unsigned
// figure: bins[2]: computed 16781312, MPFR 16781312: relative error 0.0e+00, tolerance about 0
// Photon counts by level, gathered over many exposures.
__global__ void expose(const int *level, unsigned *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int k = level[i];
    if (k >= 0 && k < 4)
        atomicAdd(&bins[k], 1u);
}
