// fpcheck: to_bf16 <<<1, 32>>> x=[1.0,1.999,-3.998,0.33,7.99,127.9,-0.62,100.3] packed=empty:4 back=empty:8 pairs=4
// expect: error carry of the rounding lost at line 11
// why: rounding adds half an ulp to the mantissa alone: where it overflows the exponent must go up, but the carry is masked away and 1.999 becomes 1
// figure: computed back[1] = 1, MPFR 1.999 (bf16 2)
// Two floats to a word of two bfloat16, for the exchange of gradients.
__device__ inline unsigned rounded(float v)
{
    unsigned u = __float_as_uint(v);
    unsigned mantissa = u & 0x007fffffu;
    mantissa += 0x7fffu + ((mantissa >> 16) & 1u);
    return ((u & 0xff800000u) | (mantissa & 0x007f0000u)) >> 16;
}

__global__ void to_bf16(const float *x, unsigned *packed, float *back, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    unsigned word = rounded(x[2 * i]) | rounded(x[2 * i + 1]) << 16;
    packed[i] = word;
    back[2 * i] = __uint_as_float(word << 16);
    back[2 * i + 1] = __uint_as_float(word & 0xffff0000u);
}
