// fpcheck: pack_e4m3 <<<1, 16>>> x=[1,1.5,3.9,7.8,15.7,0.99,240,0.3,1.98,0.1,31.5,63,2,4,62,0.49] code=empty:16 back=empty:16 n=16 --ref back=x --tol rtol=0.07
// expect: ok
// e4m3 by hand for normal positive numbers: the carry of the mantissa runs into
// the exponent, because both are one integer when it is rounded.
__global__ void pack_e4m3(const float* x, unsigned char* code, float* back, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    unsigned u = __float_as_uint(x[i]);
    u += 0x7ffffu + ((u >> 20) & 1u);
    unsigned c = (u >> 20) - ((127u - 7u) << 3);
    c = min(c, 0x7eu);
    code[i] = (unsigned char)c;
    float f = 1.0f + (float)(c & 7u) * 0.125f;
    back[i] = f * __uint_as_float(((c >> 3) + 120u) << 23);
}
