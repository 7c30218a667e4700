// fpcheck: roundtrip <<<1, 32>>> x=[1.0,1.3,1.96,3.9,-7.8,0.49,120.0,248.0] y=empty:8 n=8 ref=y=x --tol rtol=0.0635,atol=1e-3
// expect: ok
#include <cuda_runtime.h>

// the carry runs into the exponent by itself: exponent and mantissa are rounded as one integer
__device__ unsigned encode(float f)
{
    unsigned u = __float_as_uint(f), sign = (u >> 24) & 0x80u;
    unsigned a = u & 0x7fffffffu;
    a += 0x7ffffu + ((a >> 20) & 1u);
    int c = (int)(a >> 20) - (120 << 3);
    c = c < 8 ? 0 : (c > 0x7e ? 0x7e : c);       // flush subnormals, saturate
    return sign | (unsigned)c;
}

__device__ float decode(unsigned c)
{
    unsigned m = c & 0x7fu;
    if (m == 0u)
        return 0.0f;
    return __uint_as_float(((c & 0x80u) << 24) | ((m + (120u << 3)) << 20));
}

__global__ void roundtrip(const float* x, float* y, int n)
{
    int i = threadIdx.x;
    if (i < n)
        y[i] = decode(encode(x[i]));
}
