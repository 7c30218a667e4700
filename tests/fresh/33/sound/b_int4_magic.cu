// fpcheck: dequant_int4 <<<2, 64>>> q=@b_i4_q.npy scale=@b_i4_scale.npy w=empty:128x8 n=128 --ref 'w=@b_i4_w.npy' --tol rtol=1e-3
// expect: ok
// why: a nibble put into the mantissa of the half 1024 makes 1024 + q, and subtracting 1032 gives q - 8 exactly: no cancellation of anything rounded
// figure: w[32, 0] computed -0.576171875, MPFR -0.575927734, worst of 1024, 0.42 of the tolerance
#include <cuda_fp16.h>

__device__ __half with_bits(unsigned bits)
{
    __half_raw r;
    r.x = (unsigned short)bits;
    return r;
}

// Eight 4-bit weights a thread
__global__ void dequant_int4(const unsigned* q, const __half* scale, __half* w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned word = q[i];
    __half s = scale[i / 16];
    __half bias = with_bits(0x6408u);          // 1032
    for (int j = 0; j < 8; ++j) {
        __half h = with_bits(0x6400u | ((word >> (4 * j)) & 15u));
        w[8 * i + j] = __hmul(__hsub(h, bias), s);
    }
}
