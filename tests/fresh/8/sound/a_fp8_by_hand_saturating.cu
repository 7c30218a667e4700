// fpcheck: quantise_fp8<<<1, 32>>> x=[0.001,0.003,-0.0072,0.0151,0.016,0.03,-0.11,0.5,1.07,-2.3,17.2,100.3,-239.0,440.0,470.0,-1000.0] y=empty:16 scale=1.0 n=16 want=[0.001953125,0.00390625,-0.0078125,0.015625,0.015625,0.029296875,-0.109375,0.5,1.125,-2.25,18.0,104.0,-240.0,448.0,448.0,-448.0] --ref 'y=want' --tol rtol=1e-6,atol=1e-6
// expect: ok
// why: an e4m3 by hand: the carry of the rounding may run into the exponent, which is meant; values are clamped to 448 first, and subnormals get their bits by adding 2^14, whose spacing is the 2^-9 that is wanted, so that the adder rounds
// figure: y[2] computed -0.0078125, nearest e4m3 of -0.0072 is -0.0078125; all 16 are the nearest, nearest tie at least 0.012 of a spacing away
#include <cuda_runtime.h>

__device__ unsigned char encode_e4m3(float v)
{
    unsigned sign = (__float_as_uint(v) >> 24) & 0x80u;
    float a = fminf(fabsf(v), 448.0f);
    unsigned mag;
    if (a < 0.015625f) { // subnormal: multiples of 2^-9
        float magic = 16384.0f; // its spacing is 2^-9
        mag = __float_as_uint(a + magic) - __float_as_uint(magic);
    } else {
        unsigned bits = __float_as_uint(a);
        bits += 0x7ffffu + ((bits >> 20) & 1u);
        mag = (bits >> 20) - (120u << 3);
    }
    return (unsigned char)(sign | mag);
}

__device__ float decode_e4m3(unsigned char c)
{
    unsigned e = (c >> 3) & 15u, m = c & 7u;
    float a = e == 0 ? (float)m * 0.001953125f : __uint_as_float(((e + 120u) << 23) | (m << 20));
    return (c & 0x80u) ? -a : a;
}

__global__ void quantise_fp8(const float *x, float *y, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = decode_e4m3(encode_e4m3(x[i] * scale)) / scale;
}
