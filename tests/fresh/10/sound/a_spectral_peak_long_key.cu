// fpcheck: peak_bin <<<1, 64>>> re=[0.5,3.0,1.0,2.0,7.0,31.625,4.0,1.0,2.0,31.6253,3.0,0.25,1.0,2.0,0.5,0.0] im=[0.0,1.0,2.0,1.0,1.0,0.125,2.0,3.0,1.0,0.125,0.5,1.0,0.0,1.0,0.25,0.0] peak=empty:1 n=16 want=[9] ref=peak=want --tol bitwise
// expect: ok
// why: all 32 bits of the non-negative power in front, the bin behind: 64-bit keys compare as the powers do
// figure: peak: computed 9, MPFR 9
// The strongest bin of a spectrum; the bin number sits in the low half of a 64-bit key.
typedef unsigned long long u64;

__device__ u64 key_of(float power, unsigned bin)
{
    return (u64)__float_as_uint(power) << 32 | (0xffffffffu - bin);
}

__global__ void peak_bin(const float *re, const float *im, int *peak, int n)
{
    __shared__ u64 best;
    if (threadIdx.x == 0)
        best = 0;
    __syncthreads();
    for (int k = threadIdx.x; k < n; k += blockDim.x) {
        float power = re[k] * re[k] + im[k] * im[k];
        atomicMax(&best, key_of(power, (unsigned)k));
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *peak = (int)(0xffffffffu - (unsigned)best);
}
