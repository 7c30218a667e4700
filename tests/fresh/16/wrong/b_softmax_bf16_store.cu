// fpcheck: class_weights <<<2, 32>>> z=[[1,2,96,3,0,-5,4,2],[1,2,3,0.5,-1,0,2,1]] w=empty:2x8 classes=8
// expect: error overflow at line 17
// why: expf(96) is infinite, inf / inf is the NaN 0x7fffffff, and the hand rounding to bf16 adds 0x7fff to it: the carry makes 0x8000, a clean -0
// figure: computed w[0][2] = -0 (bits 0x8000 from the NaN 0x7fffffff), MPFR 1
#include <cuda_bf16.h>
__device__ unsigned short to_bf16(float x)
{
    unsigned int b = __float_as_uint(x);
    b += 0x7fffu + ((b >> 16) & 1u);
    return (unsigned short)(b >> 16);
}

__global__ void class_weights(const float *z, __nv_bfloat16 *w, int classes)
{
    int lane = threadIdx.x;
    int at = blockIdx.x * classes + lane;
    float e = lane < classes ? expf(z[at]) : 0.0f;
    float sum = e;
    for (int off = 16; off > 0; off >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, off);
    if (lane < classes)
        w[at] = __ushort_as_bfloat16(to_bf16(e / sum));
}
