// fpcheck: scale_pack <<<1, 32>>> x=[1.01,-2.02,3.005,4.3,-5.7,6.1,7.77,8.123] out=empty:8:bf16 gain=0.5 pairs=4 --ref out='0.5*x'
// expect: ok
// why: bfloat16 rounded to nearest even on the bits by hand, the even element in the low half
// figure: computed out[0] = 0.50390625, exact 0.505: 0.56 of half an ulp
#include <cuda_bf16.h>
__device__ unsigned rne(float v)
{
    unsigned u = __float_as_uint(v);
    return (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
}

__global__ void scale_pack(const float *x, __nv_bfloat16 *out, float gain, int pairs)
{
    int i = threadIdx.x;
    if (i >= pairs)
        return;
    unsigned even = rne(gain * x[2 * i]);
    unsigned odd = rne(gain * x[2 * i + 1]);
    reinterpret_cast<unsigned *>(out)[i] = even | (odd << 16);
}
