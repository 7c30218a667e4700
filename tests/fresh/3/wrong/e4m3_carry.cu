// fpcheck: pack_e4m3 <<<1, 16>>> x=[1,1.5,3.9,7.8,15.7,0.99,240,0.3,1.98,0.1,31.5,63,2,4,62,0.49] code=empty:16 back=empty:16 n=16 --ref back=x --tol rtol=0.07
// expect: error fp8 by hand at line 10: a mantissa that rounds up to 8 is masked to 0 without a carry into the exponent: 3.9 becomes 2
// e4m3 by hand for normal positive numbers: 4 bits exponent (bias 7), 3 mantissa.
__global__ void pack_e4m3(const float* x, unsigned char* code, float* back, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    unsigned u = __float_as_uint(x[i]);
    int e = (int)(u >> 23) - 127 + 7;
    unsigned m = ((u & 0x7fffffu) + (1u << 19)) >> 20;
    unsigned char c = (unsigned char)((e << 3) | (m & 7u));
    code[i] = c;
    float f = 1.0f + (c & 7) * 0.125f;
    back[i] = f * __uint_as_float((unsigned)((c >> 3) - 7 + 127) << 23);
}
