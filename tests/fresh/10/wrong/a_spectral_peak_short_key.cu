// fpcheck: peak_bin <<<1, 64>>> re=[0.5,3.0,1.0,2.0,7.0,31.625,4.0,1.0,2.0,31.6253,3.0,0.25,1.0,2.0,0.5,0.0] im=[0.0,1.0,2.0,1.0,1.0,0.125,2.0,3.0,1.0,0.125,0.5,1.0,0.0,1.0,0.25,0.0] peak=empty:1 n=16 want=[9] ref=peak=want --tol bitwise
// expect: error argmax key at line 11
// why: ten low bits of the power give way to the bin, so that powers within 1e-4 of each other tie and the earlier bin wins
// figure: peak: computed 5, MPFR 9
// The strongest bin of a spectrum; the bin number sits in the low bits of the key.
#define BIN_BITS 10
#define BIN_MASK ((1u << BIN_BITS) - 1u)

__device__ unsigned key_of(float power, unsigned bin)
{
    return (__float_as_uint(power) & ~BIN_MASK) | (BIN_MASK - bin);
}

__global__ void peak_bin(const float *re, const float *im, int *peak, int n)
{
    __shared__ unsigned best;
    if (threadIdx.x == 0)
        best = 0;
    __syncthreads();
    for (int k = threadIdx.x; k < n; k += blockDim.x) {
        float power = re[k] * re[k] + im[k] * im[k];
        atomicMax(&best, key_of(power, (unsigned)k));
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *peak = (int)(BIN_MASK - (best & BIN_MASK));
}
