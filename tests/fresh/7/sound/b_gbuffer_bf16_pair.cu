// fpcheck: pack_pairs <<<1, 32>>> v=[1.00390625,1.01171875,3.14159274,-2.718281828,65504.0,1e-40,0.1,3.3895e+38,255.5,-1.00390625] word=empty:5 n=5 want=[1065500544,3224256585,83840,2139045325,3212854144] ref=word=want --tol bitwise
// expect: ok
// why: bfloat16 is packed by hand with an addition that may carry into the exponent: 0x7fff plus the last kept bit is round to nearest even, the carry is what rounding up to the next binade needs, NaN cannot occur after the test
// figure: computed words equal to round to nearest even of each element, error 0, tolerance 0
// Two bfloat16 values in a word of a G-buffer, the first in the low half; round to nearest even.
__device__ unsigned int bf16_bits(float v)
{
    unsigned int u = __float_as_uint(v);
    if ((u & 0x7fffffffu) > 0x7f800000u)
        return 0x7fffu;
    u += 0x7fffu + ((u >> 16) & 1u);
    return u >> 16;
}

__global__ void pack_pairs(const float *v, unsigned int *word, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        word[i] = bf16_bits(v[2 * i]) | (bf16_bits(v[2 * i + 1]) << 16);
}
