// fpcheck: pack_bf16x2 <<<1, 32>>> x=[1.5,-2.25,-0.1,3.140625,-7.3,-0.001,100.4,0.3] out=empty:4 pairs=4 want=[3222290368,1078574541,3129196778,1050297033] --ref 'out=want' --tol rtol=1e-9,atol=0
// expect: error mismatch at line 23
// why: a negative lower half is sign-extended: it sets all bits of the upper one, which becomes a NaN
// figure: out[1] computed 0xffffbdcd, MPFR 0x4049bdcd (-0.1, 3.140625)
#include <cuda_runtime.h>
#include <stdint.h>

// Converts floats to bfloat16 (round to nearest even) and packs pairs into 32 bit words.
__device__ __forceinline__ short float_to_bf16_bits(float f)
{
    uint32_t u = __float_as_uint(f);
    u += 0x7fffu + ((u >> 16) & 1u); // round to nearest even
    return (short)(u >> 16);
}

__global__ void pack_bf16x2(const float *__restrict__ x, unsigned int *__restrict__ out, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    short lo = float_to_bf16_bits(x[2 * i]);
    short hi = float_to_bf16_bits(x[2 * i + 1]);
    out[i] = (unsigned int)((hi << 16) | lo);
}
