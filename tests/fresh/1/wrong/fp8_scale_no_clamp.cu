// fpcheck: quantize_e4m3 <<<1, 8>>> x=[1.0,-3.5,100.0,440.0,500.0,-600.0,0.75,560.0] y=empty:8 n=8 --ref y=x --tol rtol=0.3,atol=0.01
// expect: error overflow at line 15: the exponent field of e4m3 is four bits, 500 and above carry out of it and come back small
// Store an activation as fp8 e4m3 by shifting fields, then read it back.
__global__ void quantize_e4m3(const float* x, float* y, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float v = x[i] * 1.0000001f;
    unsigned u = __float_as_uint(v);
    unsigned s = u >> 31;
    unsigned r = (u & 0x7fffffffu) + 0x7ffffu + ((u >> 20) & 1u);
    int e = (int)(r >> 23) - 127 + 7;
    unsigned m = (r >> 20) & 7u;
    unsigned char q = e <= 0 ? (unsigned char)(s << 7)
                             : (unsigned char)((s << 7) | ((e & 15) << 3) | m);
    // decode
    int eq = (q >> 3) & 15;
    float mag = eq ? ldexpf(1.0f + (q & 7) * 0.125f, eq - 7) : (q & 7) * 0.001953125f;
    y[i] = (q & 0x80) ? -mag : mag;
}
