// fpcheck: pack_pairs <<<1, 32>>> x=[1.9990001,0.51,3.9999,-7.9995,0.1,1.25,255.9,-0.99995] packed=empty:4:u32 pairs=4 want=[1057177600,3238019200,1067466189,3212854144] ref=packed=want --tol bitwise
// expect: ok
// why: the rounding adds to the whole word, so that a carry out of the mantissa raises the exponent; values are finite by contract
// figure: packed[0] computed 0x3f034000, right 0x3f034000; no error allowed
// Velocity pairs stored as two bfloat16 in a word, first component low, round to nearest even.
__device__ unsigned bf16_bits(float x)
{
    unsigned u = __float_as_uint(x);
    u += 0x7fffu + ((u >> 16) & 1u);
    return u >> 16;
}

__global__ void pack_pairs(const float *x, unsigned *packed, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs)
        packed[i] = bf16_bits(x[2 * i]) | bf16_bits(x[2 * i + 1]) << 16;
}
