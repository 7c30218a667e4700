// fpcheck: pack_pairs <<<1, 32>>> x=randn:64 packed=empty:64:bf16 n=32
// expect: ok
// why: bfloat16 rounded by hand with integer adds; the increment is 0x7fff plus the last kept bit, which is round to nearest even
// figure: off by 3.4e-03 relative at most, half an ulp of bfloat16 is 3.9e-3
#include <cuda_bf16.h>

__device__ unsigned round_bf16(float f)
{
    unsigned b = __float_as_uint(f);
    if ((b & 0x7fffffffu) > 0x7f800000u)
        return (b >> 16) | 0x40u;
    return (b + 0x7fffu + ((b >> 16) & 1u)) >> 16;
}

__global__ void pack_pairs(const float *x, __nv_bfloat16 *packed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned lo = round_bf16(x[2 * i]);
    unsigned hi = round_bf16(x[2 * i + 1]);
    reinterpret_cast<unsigned *>(packed)[i] = lo | (hi << 16);
}
