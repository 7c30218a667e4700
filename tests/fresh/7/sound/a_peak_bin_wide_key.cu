// fpcheck: peak<<<1, 64>>> re=[0.1,0.3,0.2,1.5,0.4,0.2,0.1,1.5001,0.3,1.5001] im=[0.0,0.1,0.2,2.0,0.1,0.1,0.3,2.0,0.2,2.0] power=empty:1 bin=empty:1:i32 n=10 --ref 'power=max(re*re+im*im)' --tol rtol=5e-7,atol=0
// expect: ok
// why: power bits and the inverted bin number share a key, but it has 64 bits: no bit of the power is lost, and of equal powers the lowest bin wins
// figure: computed power[0] = 6.25029993 at bin 7, MPFR 6.25030006 (relative error 2.1e-8 of 5e-7)
// Strongest bin of a spectrum with a 64-bit key; powers are never negative, so their bits are ordered.
__device__ unsigned long long key_of(float p, unsigned b)
{
    return (unsigned long long)__float_as_uint(p) << 32 | (0xffffffffu - b);
}

__global__ void peak(const float *re, const float *im, float *power, int *bin, int n)
{
    __shared__ unsigned long long best;
    if (threadIdx.x == 0)
        best = 0;
    __syncthreads();
    for (int b = threadIdx.x; b < n; b += blockDim.x)
        atomicMax(&best, key_of(fmaf(re[b], re[b], im[b] * im[b]), b));
    __syncthreads();
    if (threadIdx.x == 0) {
        *bin = (int)(0xffffffffu - (unsigned)best);
        *power = __uint_as_float((unsigned)(best >> 32));
    }
}
