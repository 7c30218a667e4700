// fpcheck: pick <<<1, 32>>> bits=[0,123456789,4294967295,2147483648,4294967040,4294967232,99,3000000000] table=[0.5,1.5,2.5,3.5,4.5,5.5,6.5] out=empty:8 slots=7 n=8 want=[0.5,0.5,6.5,3.5,6.5,6.5,0.5,4.5] ref=out=want --tol rtol=0,atol=0
// expect: ok
// why: a float times a count as an index: only the upper 24 bits of the word are used, so u is at most 1 - 2^-24 and 7u stays below 7 after rounding
// figure: computed out[2] = 6.5, MPFR 6.5: error 0 against 0
// Roulette wheel over equal slots.
__device__ __forceinline__ float unit(unsigned w)
{
    return (float)(w >> 8) * 0x1p-24f;
}

__global__ void pick(const unsigned *bits, const float *table, float *out, int slots, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int s = (int)(unit(bits[i]) * (float)slots);
    out[i] = table[s];
}
