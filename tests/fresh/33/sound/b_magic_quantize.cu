// fpcheck: quantize <<<3, 128>>> x=@b_magic_x.npy q=empty:384 inv=12.5 n=384 --ref 'q=@b_magic_q.npy'
// expect: ok
// why: adding 1.5 * 2^23 makes the sum's last bit a unit, so the fused operation rounds x * inv to an integer, once and to even; the integer is then read out of the bits, and saturation is meant
// figure: all 384 elements of q equal the reference
#include <cuda_runtime.h>

__global__ void quantize(const float* x, signed char* q, float inv, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float t = fmaf(x[i], inv, 12582912.0f);
    int v = __float_as_int(t) - 0x4b400000;
    v = v < -127 ? -127 : v > 127 ? 127 : v;
    q[i] = (signed char)v;
}
