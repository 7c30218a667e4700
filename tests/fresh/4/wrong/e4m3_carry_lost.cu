// fpcheck: quantise_e4m3 <<<1, 32>>> x=[1.0,1.3,1.96,3.9,-7.8,0.49,120.0,248.0] code=empty:8 n=8
// fpcheck+ dequantise_e4m3 <<<1, 32>>> code=code y=empty:8 n=8 ref=y=x --tol rtol=0.0635,atol=1e-3
// expect: error mismatch with reference at line 13: the rounding carry out of the mantissa is masked off, 1.96 becomes 1.0
#include <cuda_runtime.h>

__device__ unsigned char encode_e4m3(float f)
{
    unsigned u = __float_as_uint(f);
    unsigned sign = (u >> 24) & 0x80u;
    int e = (int)((u >> 23) & 0xff) - 127 + 7;
    if (e <= 0) return (unsigned char)sign;         // flush
    if (e > 15) return (unsigned char)(sign | 0x7e);
    unsigned m = (((u & 0x7fffffu) + (1u << 19)) >> 20) & 7u;
    return (unsigned char)(sign | (e << 3) | m);
}

__device__ float decode_e4m3(unsigned char c)
{
    unsigned e = (c >> 3) & 15u, m = c & 7u;
    if (e == 0)
        return (c & 0x80) ? -(float)m * 0.001953125f : (float)m * 0.001953125f;
    return __uint_as_float(((unsigned)(c & 0x80) << 24) | ((e + 120u) << 23) | (m << 20));
}

__global__ void quantise_e4m3(const float* x, unsigned char* code, int n)
{
    int i = threadIdx.x;
    if (i < n) code[i] = encode_e4m3(x[i]);
}

__global__ void dequantise_e4m3(const unsigned char* code, float* y, int n)
{
    int i = threadIdx.x;
    if (i < n) y[i] = decode_e4m3(code[i]);
}
