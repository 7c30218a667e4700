// fpcheck: rope_half2 <<<2, 32>>> q=@b_rope_swap_q.npy pos=[0, 3] out=empty:2x16:f16 dim=16 base=10000 --ref out=@b_rope_swap_ref.npy --tol rtol=4e-3,atol=4e-3
// expect: error packed halves at line 36: the imaginary part is packed into the low half, so each rotated pair leaves swapped
// why: the imaginary part is packed into the low half, so each rotated pair leaves swapped
// figure: out[0] computed -0.90771, MPFR 0.61377
#include <cuda_fp16.h>

__device__ unsigned pack2(__half lo, __half hi)
{
    return (unsigned)__half_as_ushort(lo) | ((unsigned)__half_as_ushort(hi) << 16);
}

__device__ float2 unpack2(unsigned w)
{
    float2 f;
    f.x = __half2float(__ushort_as_half((unsigned short)(w & 0xffffu)));
    f.y = __half2float(__ushort_as_half((unsigned short)(w >> 16)));
    return f;
}

// One block a token; q holds interleaved pairs (re, im).
__global__ void rope_half2(const __half *q, const int *pos, __half *out, int dim, float base)
{
    int pair = threadIdx.x;
    if (pair >= dim / 2)
        return;
    const unsigned *row = reinterpret_cast<const unsigned *>(q) + blockIdx.x * (dim / 2);
    unsigned *dst = reinterpret_cast<unsigned *>(out) + blockIdx.x * (dim / 2);

    float freq = powf(base, -2.0f * pair / dim);
    float s, c;
    sincosf((float)pos[blockIdx.x] * freq, &s, &c);

    float2 v = unpack2(row[pair]);
    __half re = __float2half(v.x * c - v.y * s);
    __half im = __float2half(v.x * s + v.y * c);
    dst[pair] = pack2(im, re);
}
