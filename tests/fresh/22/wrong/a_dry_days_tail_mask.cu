// fpcheck: dry_days <<<2, 32>>> mm=[5.12,1.19,5.4,1.88,1.79,0.37,5.61,0.01,0.44,0.86,2.27,0.33,2.98,6.15,0.27,1.36,0.01,0.73,0.07,4.71,0.86,4.46,2.31,3.02,0.29,0.12,1.38,0.28,1.98,0.79,1.13,4.16,1.11,0.17,0.26,1.18,1.11,1.52,0.77,1.57,0.76,1.47,2.19,0.3,0.71,1.05,1.74,0.44,1.21,1.47,3.39,0.68,1.52,0.32,1.03,0.3,3.76,0.85,2.66,0.81,3.53,0.78,0.6,1.27] word=empty:2:u32 count=inout:[0]:i32 limit=1.0 n=64 want=[28] ref=count=want
// expect: error mask at line 10
// why: where n is a multiple of 32 the mask of the last word is (1 << 0) - 1 = 0 and clears 32 valid days
// figure: computed 14 at count[0], MPFR 28
// One bit a day: set on days with less rain than the limit; and how many there are.
__device__ unsigned tail_mask(int base, int n)
{
    if (base + 32 < n)
        return 0xffffffffu;
    return (1u << (n & 31)) - 1u;
}

__global__ void dry_days(const float *mm, unsigned *word, int *count, float limit, int n)
{
    int base = blockIdx.x * 32;
    int i = base + threadIdx.x;
    float v = mm[min(i, n - 1)];
    unsigned bits = __ballot_sync(0xffffffffu, v < limit) & tail_mask(base, n);
    if (threadIdx.x == 0) {
        word[blockIdx.x] = bits;
        atomicAdd(count, __popc(bits));
    }
}
