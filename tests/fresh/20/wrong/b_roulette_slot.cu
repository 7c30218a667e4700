// fpcheck: pick <<<1, 32>>> bits=[0,123456789,4294967295,2147483648,4294967040,4294967232,99,3000000000] table=[0.5,1.5,2.5,3.5,4.5,5.5,6.5,7.5] out=empty:8 slots=8 n=8 want=[0.5,0.5,7.5,4.5,7.5,7.5,0.5,5.5] ref=out=want --tol rtol=1e-6,atol=0
// expect: error out-of-bounds at line 17
// why: a 32-bit word above 0xffffff7f rounds to 2^32 as a float, u is 1.0 and the slot is one past the table
// figure: computed slot of 4294967295 = 8 (reads beyond table[7]), MPFR slot 7, out[2] = 7.5
// Roulette wheel over equal slots; the words come from the generator.
__device__ __forceinline__ float unit(unsigned w)
{
    return (float)w * 2.3283064365386963e-10f; // 2^-32
}

__global__ void pick(const unsigned *bits, const float *table, float *out, int slots, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int s = (int)(unit(bits[i]) * (float)slots);
    out[i] = table[s];
}
