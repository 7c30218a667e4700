// fpcheck: store_half <<<1, 32>>> v=[1.0,0.333,1.99999,-3.9999,2049.0,2051.0,-6.1e-05,3e-08,5.96e-08,65519.0,65504.0,-0.0003,1e-09,0.0] out=empty:14 n=14 want=[1.0,0.3330078125,2.0,-4.0,2048.0,2052.0,-6.097555160522461e-05,5.960464477539063e-08,5.960464477539063e-08,65504.0,65504.0,-0.0002999305725097656,0.0,0.0] ref=out=want --tol rtol=0,atol=0
// expect: ok
// why: float to half by integer arithmetic with subnormals: the carry of the rounding runs into the exponent on purpose
// figure: computed out[2] = 2.0, MPFR 2.0: error 0 against 0
#include <cuda_fp16.h>
// Finite floats below 65520 to binary16, nearest even, subnormals kept.
__device__ unsigned short half_bits(float v)
{
    unsigned u = __float_as_uint(v);
    unsigned sign = (u >> 16) & 0x8000u;
    unsigned a = u & 0x7fffffffu;
    if (a < 0x38800000u) { // below 2^-14
        unsigned shift = 126u - (a >> 23);
        if (shift > 24u)
            return (unsigned short)sign;
        unsigned m = (a & 0x7fffffu) | 0x800000u;
        unsigned h = m >> shift;
        unsigned rest = m & ((1u << shift) - 1u);
        unsigned tie = 1u << (shift - 1u);
        h += rest > tie || (rest == tie && (h & 1u));
        return (unsigned short)(sign | h);
    }
    unsigned b = a - 0x38000000u;
    b += 0xfffu + ((b >> 13) & 1u); // may carry into the exponent, as it should
    return (unsigned short)(sign | b >> 13);
}

__global__ void store_half(const float *v, __half *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __ushort_as_half(half_bits(v[i]));
}
