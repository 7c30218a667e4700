// fpcheck: gelu_pairs <<<1, 32>>> x=uniform(-1,4):64 y=empty:64:bf16 n=64
// expect: ok
// why: bf16 rounded to nearest even by integer arithmetic, NaN kept apart, the even element in the low half of the word as memory has it
// figure: half an ulp of bf16 and no more
#include <cuda_bf16.h>
__device__ unsigned int bf16_bits(float x)
{
    unsigned int b = __float_as_uint(x);
    if ((b & 0x7fffffffu) > 0x7f800000u)
        return (b >> 16) | 0x40u;
    return (b + 0x7fffu + (b >> 16 & 1u)) >> 16;
}

__device__ float gelu(float x)
{
    return x * normcdff(x);
}

__global__ void gelu_pairs(const float *x, __nv_bfloat16 *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 1 >= n)
        return;
    unsigned int low = bf16_bits(gelu(x[2 * i]));
    unsigned int high = bf16_bits(gelu(x[2 * i + 1]));
    reinterpret_cast<unsigned int *>(y)[i] = low | high << 16;
}
