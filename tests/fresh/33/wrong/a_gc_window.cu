// fpcheck: gc_windows <<<4, 64>>> base=@a_gc_bases.npy gc=empty:4 window=600 --ref 'gc=@a_gc.npy' --tol rtol=1e-5
// expect: error overflow at line 15
// why: the warps' partial counts are kept as bytes: a sum of 300 or more bases does not fit and wraps by 256, so GC-rich windows look poor
// figure: gc[1] computed 0.0566666685, MPFR 0.91
__global__ void gc_windows(const unsigned char *__restrict__ base, float *__restrict__ gc, int window)
{
    __shared__ unsigned char part[2];
    const unsigned char *w = base + blockIdx.x * window;
    int count = 0;
    for (int i = threadIdx.x; i < window; i += blockDim.x)
        count += w[i] == 1 || w[i] == 2;
    for (int d = 16; d; d >>= 1)
        count += __shfl_down_sync(0xffffffffu, count, d);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = (unsigned char)count;
    __syncthreads();
    if (threadIdx.x == 0)
        gc[blockIdx.x] = (float)(part[0] + part[1]) / window;
}
