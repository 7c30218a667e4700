// fpcheck: base_peak <<<1, 32>>> intensity=[12.25,80.5,99.0078125,3.0,99.03125,42.0,99.0,98.875] bin=empty:1 peak=empty:1 n=8 want=[99.03125] ref=peak=want --tol rtol=1e-6,atol=0
// expect: error packed key at line 13
// why: the key keeps four fractional bits of the intensity: three peaks tie and the largest bin number decides
// figure: peak[0]: computed 99.0 (bin 6), MPFR 99.03125 (bin 4)
// Base peak of a mass spectrum: the key holds the intensity above and the bin below, so one atomic finds both.
__global__ void base_peak(const float *intensity, int *bin, float *peak, int n)
{
    __shared__ int best;
    if (threadIdx.x == 0)
        best = -1;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int level = (int)(intensity[i] * 16.0f);
        atomicMax(&best, level << 8 | i);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        int b = best & 0xff;
        bin[0] = b;
        peak[0] = intensity[b];
    }
}
