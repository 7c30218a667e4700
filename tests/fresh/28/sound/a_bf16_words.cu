// fpcheck: pack <<<1, 64>>> x=[1.5,-2.0,-0.75,3.0,0.1,0.2,-4.0,-5.0,-1e-3,7.0,3.3e38,-9.0,1.00390625,1.01171875] cache=empty:14 n=14 --ref cache=x --tol rtol=3.95e-3,atol=0
// expect: ok
// why: bf16 by adding to the bits of a float: the added 0x7fff and last kept bit round to nearest even, carries run into the exponent as they should, halves are unsigned
// figure: cache[4] computed 0.100097656, exact 0.1 (error 9.8e-4 relative of 3.95e-3 allowed)
// Packs values two in a word without the conversion instruction.
#include <cuda_bf16.h>

__device__ unsigned rounded_bits(float v)
{
    unsigned bits = __float_as_uint(v);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return (bits >> 16) | 0x40u;
    bits += 0x7fffu + ((bits >> 16) & 1u);
    return bits >> 16;
}

__global__ void pack(const float *x, __nv_bfloat16 *cache, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 1 >= n)
        return;
    unsigned word = rounded_bits(x[2 * i]) | (rounded_bits(x[2 * i + 1]) << 16);
    reinterpret_cast<unsigned *>(cache)[i] = word;
}
