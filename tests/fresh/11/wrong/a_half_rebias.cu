// fpcheck: to_half <<<1, 32>>> x=[1.5,-0.25,1000,0.001,3e-6,-2e-5,0.75,4e-5] h=empty:8:f16 n=8 --ref h=x
// expect: error mismatch at line 15
// why: the exponent is moved from bias 127 to 15 by a subtraction; below 2^-14 it goes negative and the borrow runs into the sign and top bits: 3e-6 is stored as a number of five digits instead of a subnormal
// figure: h[4]: computed 12888.0, MPFR 3e-6
#include <cuda_fp16.h>
// Vertex positions to half by bit arithmetic (round half up is enough for graphics).
__global__ void to_half(const float *x, __half *h, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    unsigned u = __float_as_uint(x[i]);
    unsigned sign = (u >> 16) & 0x8000u;
    unsigned magnitude = (u & 0x7fffffffu) + 0x1000u;
    unsigned bits = ((magnitude >> 13) - (112u << 10)) & 0x7fffu;
    h[i] = __ushort_as_half((unsigned short)(sign | bits));
}
