// fpcheck: e4m3_by_hand <<<1, 32>>> n=8 x=[1.0, 1.97, 3.9, -7.8, 0.3, 101.0, -250.0, 15.9] out=empty:8 want=[1.0, 2.0, 4.0, -8.0, 0.3125, 104.0, -256.0, 16.0] ref=out=want --tol rtol=1e-6,atol=0
// expect: error fp8 carry lost at line 12: a mantissa that rounds up to 8 must carry to the exponent, here it is masked to 0
// Fake-quantises to e4m3 (bias 7) through the float's bits; normal range only, saturates at 448.
__device__ unsigned encode_e4m3(float x)
{
    unsigned bits = __float_as_uint(x);
    unsigned sign = (bits >> 24) & 0x80u;
    if (fabsf(x) >= 448.0f) return sign | 0x7eu;
    int exponent = (int)((bits >> 23) & 0xffu) - 127;
    unsigned frac = bits & 0x7fffffu;
    unsigned m = (frac + 0x80000u) >> 20;                    // round half up, 0..8
    return sign | ((unsigned)(exponent + 7) << 3) | (m & 7u);
}

__device__ float decode_e4m3(unsigned c)
{
    int e = (int)((c >> 3) & 15u) - 7;
    float v = ldexpf(1.0f + (float)(c & 7u) * 0.125f, e);
    return (c & 0x80u) ? -v : v;
}

__global__ void e4m3_by_hand(const float* x, float* out, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = decode_e4m3(encode_e4m3(x[i]));
}
