// fpcheck: int4_group_dequant <<<1, 32>>> words=[1985229328, 4275878552]:u32 scale=[0.5, 0.25] n=16 w=empty:16 want=[0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, -2, -1.75, -1.5, -1.25, -1, -0.75, -0.5, -0.25] ref=w=want --tol rtol=0,atol=0
// expect: ok
// Signed nibbles through the 2^23 trick: (q ^ 8) placed in the mantissa of 2^23, then 2^23 + 8 is taken off, exactly.
__global__ void int4_group_dequant(const unsigned* words, const float* scale, float* w, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    unsigned q = (words[i >> 3] >> (4 * (i & 7))) & 0xfu;
    float f = __uint_as_float(0x4b000000u | (q ^ 8u)) - 8388616.0f;
    w[i] = f * scale[i >> 3];
}
