// fpcheck: expose <<<16, 256>>> level=const(2):4096:i32 bins=inout:[1024,0,16777216,12] n=4096
// expect: error lost counter at line 13
// why: a bin that stands at 2^24 does not move when 1.0f is added: 4096 photons are lost
// figure: bins[2]: computed 16777216, MPFR 16781312
// Photon counts by level, gathered over many exposures.
__global__ void expose(const int *level, float *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int k = level[i];
    if (k >= 0 && k < 4)
        atomicAdd(&bins[k], 1.0f);
}
