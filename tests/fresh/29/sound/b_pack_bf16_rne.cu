// fpcheck: pack_bf16x2 <<<1, 32>>> x=[1.5,-2.25,-0.1,3.140625,-7.3,-0.001,100.4,0.3] out=empty:4 pairs=4 want=[3222290368,1078574541,3129196778,1050297033] --ref 'out=want' --tol rtol=1e-9,atol=0
// expect: ok
// why: rounding to nearest even by an integer addition that may carry into the exponent: that is the next binade, as it should be
// figure: out[1] computed 0x4049bdcd, MPFR 0x4049bdcd; exact
#include <cuda_runtime.h>
#include <stdint.h>

// Converts floats to bfloat16 (round to nearest even) and packs pairs into 32 bit words.
__device__ __forceinline__ uint16_t float_to_bf16_bits(float f)
{
    uint32_t u = __float_as_uint(f);
    if ((u & 0x7fffffffu) > 0x7f800000u)
        return 0x7fff; // NaN stays one
    u += 0x7fffu + ((u >> 16) & 1u); // round to nearest even
    return (uint16_t)(u >> 16);
}

__global__ void pack_bf16x2(const float *__restrict__ x, unsigned int *__restrict__ out, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    uint32_t lo = float_to_bf16_bits(x[2 * i]);
    uint32_t hi = float_to_bf16_bits(x[2 * i + 1]);
    out[i] = lo | (hi << 16);
}
