// fpcheck: to_half <<<1, 32>>> x=[1.5,-0.25,1000,0.001,3e-6,-2e-5,0.75,4e-5,65504,-1e-9,6.1e-5] h=empty:11:f16 n=11 --ref h=x --tol rtol=1e-3,atol=1e-7
// expect: ok
// why: below 2^-14 the bits are rounded by a float addition of 0.5, whose low bits then are the subnormal half; the integer subtraction takes the 0.5 off again. Above, rounding to even carries into the exponent as it should
// figure: h[4]: computed 2.98023224e-06, MPFR 3e-6 (nearest half 2.98023224e-06); equal to the nearest half in all elements
#include <cuda_fp16.h>
// Float to half by bits, for a file format.
__device__ unsigned short half_bits(float x)
{
    unsigned u = __float_as_uint(x);
    unsigned sign = (u >> 16) & 0x8000u;
    unsigned a = u & 0x7fffffffu;
    unsigned h;
    if (a > 0x7f800000u) {
        h = 0x7e00u;
    } else if (a >= 0x477ff000u) {
        h = 0x7c00u;
    } else if (a < 0x38800000u) {
        float shifted = __uint_as_float(a) + 0.5f;
        h = __float_as_uint(shifted) - 0x3f000000u;
    } else {
        unsigned odd = (a >> 13) & 1u;
        h = (a - 0x38000000u + 0xfffu + odd) >> 13;
    }
    return (unsigned short)(sign | h);
}

__global__ void to_half(const float *x, __half *h, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        h[i] = __ushort_as_half(half_bits(x[i]));
}
