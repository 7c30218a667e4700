// fpcheck: sum_valid <<<1, 64>>> value=[1.5,2.25,3,4.5,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64] bitmap=[4294967295,4294967295] total=inout:[0] n=64 ref=total=sum(value)
// expect: error tail mask at line 10
// why: with n a multiple of 32 the mask of the last bitmap word is (1 << 0) - 1 = 0, and 32 valid rows drop out
// figure: computed total = 529.25, MPFR 2081.25
// Databases: sum of a nullable column; bit i of the bitmap says that row i is there.
__device__ unsigned tail_word(const unsigned *bitmap, int word, int n)
{
    unsigned w = bitmap[word];
    if (word == (n - 1) / 32)
        w &= (1u << (n & 31)) - 1u;
    return w;
}

__global__ void sum_valid(const float *value, const unsigned *bitmap, float *total, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float v = 0.0f;
    if (row < n)
    {
        unsigned w = tail_word(bitmap, row >> 5, n);
        if ((w >> (row & 31)) & 1u)
            v = value[row];
    }
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(total, v);
}
