// fpcheck: base_peak <<<1, 32>>> intensity=[-12.25,80.5,99.0078125,3.0,99.03125,42.0,99.03125,98.875] bin=empty:1 peak=empty:1 n=8 want=[4] ref=bin=want --tol bitwise
// expect: ok
// why: all 32 bits of the intensity are in the key, in an order-preserving form that also holds for negative numbers; ~bin lets the first of equal peaks win
// figure: bin[0]: computed 4, MPFR 4 (error 0, tolerance 0)
// Base peak of a baseline-corrected spectrum (values may be negative): 64-bit keys, one atomic.
__device__ unsigned ordered(float x)
{
    unsigned b = __float_as_uint(x);
    return b & 0x80000000u ? ~b : b | 0x80000000u;
}

__device__ float unordered(unsigned k)
{
    return __uint_as_float(k & 0x80000000u ? k & 0x7fffffffu : ~k);
}

__global__ void base_peak(const float *intensity, int *bin, float *peak, int n)
{
    __shared__ unsigned long long best;
    if (threadIdx.x == 0)
        best = 0ull;
    __syncthreads();
    for (unsigned i = threadIdx.x; i < (unsigned)n; i += blockDim.x)
        atomicMax(&best, (unsigned long long)ordered(intensity[i]) << 32 | (unsigned)~i);
    __syncthreads();
    if (threadIdx.x == 0) {
        bin[0] = (int)~(unsigned)best;
        peak[0] = unordered((unsigned)(best >> 32));
    }
}
