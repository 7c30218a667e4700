// fpcheck: patch_match <<<3, 32>>> a=@a_patch_match_half_a.npy b=@a_patch_match_half_b.npy score=empty:3 --ref score=@a_patch_match_half_want.npy --tol rtol=1e-2,atol=1e-2
// expect: error overflow hidden at line 20
// why: sums of products of 8-bit pixels overflow half (65504); inf - inf is NaN, and fmaxf(NaN, 0) reports "no match"
// figure: computed score[0]=0, MPFR 0.959315
#include <cuda_fp16.h>

// Normalised cross-correlation of 8 x 8 patches for stereo matching; anticorrelation counts as no match. One warp a patch.
struct moments {
    __half a, b, aa, bb, ab;
};

__device__ moments add_pixel(moments m, unsigned char pa, unsigned char pb)
{
    const __half a = __ushort2half_rn(pa);
    const __half b = __ushort2half_rn(pb);
    m.a = __hadd(m.a, a);
    m.b = __hadd(m.b, b);
    m.aa = __hfma(a, a, m.aa);
    m.bb = __hfma(b, b, m.bb);
    m.ab = __hfma(a, b, m.ab);
    return m;
}

__device__ __half warp_sum(__half v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = __hadd(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__global__ void patch_match(const unsigned char *a, const unsigned char *b, float *score)
{
    const int base = blockIdx.x * 64 + threadIdx.x;
    const __half zero = __float2half(0.0f);
    moments m = {zero, zero, zero, zero, zero};
    m = add_pixel(m, a[base], b[base]);
    m = add_pixel(m, a[base + 32], b[base + 32]);
    const float sa = __half2float(warp_sum(m.a));
    const float sb = __half2float(warp_sum(m.b));
    const float saa = __half2float(warp_sum(m.aa));
    const float sbb = __half2float(warp_sum(m.bb));
    const float sab = __half2float(warp_sum(m.ab));
    const float top = 64.0f * sab - sa * sb;
    const float bottom = sqrtf((64.0f * saa - sa * sa) * (64.0f * sbb - sb * sb));
    if (threadIdx.x == 0)
        score[blockIdx.x] = fmaxf(top / bottom, 0.0f);
}
