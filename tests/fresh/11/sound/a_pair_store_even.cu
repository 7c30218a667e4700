// fpcheck: gain <<<1, 64>>> x=uniform(1,9):128 y=empty:128:bf16 g=0.5 pairs=64 --ref y=x*0.5 --tol rtol=5e-3,atol=0
// expect: ok
// why: two bfloat16 rounded to nearest even by integer additions and stored as one word: the first is the low half, as little-endian wants
// figure: x = 3.14159274: computed 1.5703125, MPFR 1.57079637; error 0.03 % of the allowed 0.5 %: half an ulp of bfloat16 at most
#include <cuda_bf16.h>
// Applies a gain and stores two bfloat16 in one 32-bit store.
__device__ unsigned round_bits(float v)
{
    unsigned u = __float_as_uint(v);
    if ((u & 0x7fffffffu) > 0x7f800000u)
        return 0x7fffu;
    return (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
}

__global__ void gain(const float *x, __nv_bfloat16 *y, float g, int pairs)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pairs)
        return;
    float2 v = reinterpret_cast<const float2 *>(x)[p];
    reinterpret_cast<unsigned *>(y)[p] = __byte_perm(round_bits(v.x * g), round_bits(v.y * g), 0x5410);
}
