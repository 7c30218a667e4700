// fpcheck: int4_dequant <<<1, 32>>> words=[1985229328, 4275878552]:u32 scale=0.5 n=16 w=empty:16 want=[0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, -4, -3.5, -3, -2.5, -2, -1.5, -1, -0.5] ref=w=want --tol rtol=0,atol=0
// expect: error mismatch at line 9: a signed nibble is widened without its sign, -8..-1 come out as 8..15
// Unpacks eight signed 4-bit weights from each word, low nibble first, two's complement.
__global__ void int4_dequant(const unsigned* words, float* w, int n, float scale)
{
    int i = threadIdx.x;
    if (i >= n) return;
    unsigned word = words[i >> 3];
    int q = (int)((word >> (4 * (i & 7))) & 0xfu);
    w[i] = (float)q * scale;
}
