// fpcheck: quantise <<<1, 32>>> x=[1.0,1.2,1.5,1.9,1.97,3.9,3.95,0.49,7.8,15.9,100.0] y=empty:11 n=11 ref=y=x --tol rtol=0.07,atol=0
// expect: error rounding by hand at line 10: where the three bits round up to 8 the carry is masked away, and 1.97 becomes 1.0
// e4m3 by hand: three bits of the mantissa, to nearest.
__device__ unsigned char encode_e4m3(float x)
{
    unsigned u = __float_as_uint(x);
    unsigned sign = (u >> 24) & 0x80u;
    int exponent = (int)((u >> 23) & 0xffu) - 127 + 7;
    unsigned m = u & 0x7fffffu;
    unsigned m3 = ((m + 0x80000u) >> 20) & 7u;
    exponent = min(max(exponent, 1), 15);
    return (unsigned char)(sign | (unsigned)exponent << 3 | m3);
}

__device__ float decode_e4m3(unsigned char b)
{
    int exponent = (b >> 3) & 15;
    float m = 1.0f + (float)(b & 7) * 0.125f;
    float value = ldexpf(m, exponent - 7);
    return b & 0x80 ? -value : value;
}

__global__ void quantise(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = decode_e4m3(encode_e4m3(x[i]));
}
