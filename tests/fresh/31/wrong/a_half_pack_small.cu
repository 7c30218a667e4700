// fpcheck: pack_activations <<<1, 32>>> x=[1.5,-0.25,0.001953125,3.0e-5,-2.0e-6,700.0,-0.0625,0.00012207031] packed=empty:4:u32 pairs=4
// fpcheck+ unpack_activations <<<1, 32>>> back=empty:8 pairs=4 --ref back=x --tol rtol=1e-3,atol=1e-6
// expect: error half packed by hand goes wrong for small values at line 14
// why: the exponent is rebased by subtracting 112 steps; below 2^-14 that goes negative and the borrowed bits make a large half
// figure: back[4] computed -8592, MPFR -1.99999999e-06
// Activations between two stages of a pipeline, two halves in a word.
#include <cuda_fp16.h>

__device__ __forceinline__ unsigned half_bits(float f)
{
    unsigned u = __float_as_uint(f);
    unsigned sign = (u >> 16) & 0x8000u;
    unsigned magnitude = (u & 0x7fffffffu) + 0x1000u;
    unsigned rest = (magnitude >> 13) - (112u << 10);
    return sign | (rest & 0x7fffu);
}

__global__ void pack_activations(const float *x, unsigned *packed, int pairs)
{
    int i = threadIdx.x;
    if (i < pairs)
        packed[i] = half_bits(x[2 * i]) | half_bits(x[2 * i + 1]) << 16;
}

__global__ void unpack_activations(const unsigned *packed, float *back, int pairs)
{
    int i = threadIdx.x;
    if (i >= pairs)
        return;
    unsigned u = packed[i];
    back[2 * i] = __half2float(__ushort_as_half((unsigned short)(u & 0xffffu)));
    back[2 * i + 1] = __half2float(__ushort_as_half((unsigned short)(u >> 16)));
}
