// fpcheck: pack_pairs <<<1, 32>>> x=[1.4,2.3,-0.7,3.3,100.7,0.013,5.1,-9.9] word=empty:4:u32 n=4 want=[1075003315,1079230259,1012220617,3239985315] ref=word=want
// expect: error packing at line 18
// why: the high number is rounded by the addition but its low 16 bits are not cleared, so they are or-ed into the low bf16
// figure: computed 0x4013bfb3 at word[0], MPFR 0x40133fb3
// Two bf16, rounded half up in magnitude, in one word: the even element in the low half.
__device__ unsigned round_bits(float v)
{
    return __float_as_uint(v) + 0x8000u;
}

__global__ void pack_pairs(const float *x, unsigned *word, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned low = round_bits(x[2 * i]);
    unsigned high = round_bits(x[2 * i + 1]);
    word[i] = high | (low >> 16);
}
