// fpcheck: gain <<<1, 64>>> x=uniform(1,9):128 y=empty:128:bf16 g=0.5 pairs=64 --ref y=x*0.5 --tol rtol=1e-2,atol=1e-3
// expect: error mismatch at line 19
// why: little-endian: the first of a pair belongs in the low half of the word; here the first goes to the high half, so every pair comes out swapped
// figure: y[0]: computed 0.5 x[1], MPFR 0.5 x[0]; with x = 2 and 6: computed 3, MPFR 1
#include <cuda_bf16.h>
// Applies a gain and stores two bfloat16 in one 32-bit store.
__device__ unsigned round_bits(float v)
{
    unsigned u = __float_as_uint(v);
    return (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
}

__global__ void gain(const float *x, __nv_bfloat16 *y, float g, int pairs)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pairs)
        return;
    float first = x[2 * p] * g, second = x[2 * p + 1] * g;
    unsigned word = round_bits(first) << 16 | round_bits(second);
    reinterpret_cast<unsigned *>(y)[p] = word;
}
