// fpcheck: pack_pairs <<<1, 64>>> hi=randn:50 lo=randn:50 out=empty:50 back=empty:50 n=50 ref=back=hi+lo --tol rtol=2e-2,atol=4e-2
// expect: ok
// why: rounding to nearest even by adding 0x7fff plus the odd bit on the unsigned word, as the hardware rounds; a bf16 keeps 8 bits
// figure: each half is off by at most 2^-9 relative: for |hi|, |lo| up to 4 at most 0.016 in the sum, tolerance 0.04 + 0.02 |sum|
// Two floats to one word of two bf16, and what a reader makes of it.
__device__ unsigned bf16_bits(float v)
{
    unsigned u = __float_as_uint(v);
    if ((u & 0x7fffffffu) > 0x7f800000u)
        return 0x7fffu;
    return (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
}

__device__ float widen(unsigned half) { return __uint_as_float(half << 16); }

__global__ void pack_pairs(const float *hi, const float *lo, unsigned *out, float *back, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    unsigned word = (bf16_bits(hi[i]) << 16) | bf16_bits(lo[i]);
    out[i] = word;
    back[i] = widen(word >> 16) + widen(word & 0xffffu);
}
