// fpcheck: pack_pairs <<<1, 32>>> x=[1.4,2.3,-0.7,3.3,100.7,0.013,1.00390625,1.01171875] word=empty:4:u32 n=4 want=[1075003315,1079230259,1012220617,1065500544] ref=word=want
// expect: ok
// why: bfloat16 by hand: adds 0x7fff and the lowest kept bit, ties go to even; the low half is shifted and the high half masked
// figure: computed 0x3f823f80 at word[3], MPFR 0x3f823f80: no error
__device__ unsigned nearest_even(float v)
{
    unsigned b = __float_as_uint(v);
    if ((b & 0x7fffffffu) > 0x7f800000u)
        return (b >> 16) | 0x40u;
    return (b + 0x7fffu + ((b >> 16) & 1u)) >> 16;
}

__global__ void pack_pairs(const float *x, unsigned *word, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        word[i] = nearest_even(x[2 * i]) | (nearest_even(x[2 * i + 1]) << 16);
}
