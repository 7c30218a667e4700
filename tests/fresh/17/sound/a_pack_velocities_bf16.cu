// fpcheck: pack_velocities<<<1, 32>>> v=[1.5,-2.700000047683716,-0.0010000000474974513,3.141592502593994,1.00390625,1.01171875,-1.00000002e+30,6.99999978e-20,-0.3333333432674408,0.0,3.29999997e+38,-5.5] packed=empty:6 n=6 want=[3224190912,1078573699,1065500544,530968906,48811,3232792440] ref=packed=want --tol bitwise
// expect: ok
// why: a carry out of the mantissa moves the exponent, as it should; unsigned halves have no sign to smear
// figure: exact: half an ulp of bfloat16, ties to even
#include <cuda_runtime.h>

// bfloat16 by hand, to nearest even; NaN stays NaN
__device__ inline unsigned narrow(float v)
{
    unsigned b = __float_as_uint(v);
    if ((b & 0x7fffffffu) > 0x7f800000u)
        return (b >> 16) | 0x40u;
    return (b + 0x7fffu + ((b >> 16) & 1u)) >> 16;
}

// Particle velocities two in a word, the first in the low half.
__global__ void pack_velocities(const float2 *v, unsigned *packed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    packed[i] = narrow(v[i].x) | (narrow(v[i].y) << 16);
}
