// fpcheck: scale_pack <<<1, 32>>> x=[1,2,3,4,5,6,7,8] out=empty:8:bf16 gain=0.5 pairs=4 --ref out='0.5*x' --tol rtol=1e-2,atol=0
// expect: error packing at line 19
// why: the pair is packed with the even element in the high half: neighbours are exchanged
// figure: computed out[0] = 1, right 0.5 (out[0] and out[1] are exchanged)
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
    reinterpret_cast<unsigned *>(out)[i] = (even << 16) | odd;
}
