// fpcheck: pack_spectrum <<<1, 32>>> x=[1.0,1.0078,3.14159,-2.71828,0.3333333,65504.0,1.9999,0.1] packed=empty:4 pairs=4 want=[1065435008,3224256585,1199586987,1036861440]:u32 --ref packed=want --tol bitwise
// expect: error mismatch at line 14
// why: the low half is rounded to nearest even, but the high half is cut off: truncation doubles the error and is biased
// figure: computed packed[0] = 0x3f803f80, right 0x3f813f80; packed[3] 0x3dcc4000, right 0x3dcd4000
// Two channels as a pair of bfloat16 in a word.
__device__ unsigned nearest_even(unsigned bits)
{
    return bits + 0x7fffu + ((bits >> 16) & 1u);
}

__device__ unsigned pair(float low, float high)
{
    unsigned a = nearest_even(__float_as_uint(low)) >> 16;
    unsigned b = __float_as_uint(high) & 0xffff0000u;
    return a | b;
}

__global__ void pack_spectrum(const float *x, unsigned *packed, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs)
        packed[i] = pair(x[2 * i], x[2 * i + 1]);
}
