// fpcheck: gemv_w4 <<<4, 32>>> packed=@a_w4_magic_half_w.npy scale=@a_w4_magic_half_s.npy x=@a_w4_magic_half_x.npy y=empty:4 rows=4 k=256 --ref y=@a_w4_magic_half_y.npy --tol rtol=1e-4,atol=1e-4
// expect: ok
// why: nibbles are pasted into the bits of 1024.0 in half and 1032 is subtracted: 1024 has a spacing of 1 there, so the result is the nibble minus 8, exactly
// figure: y[0] computed 2.00426722, MPFR 2.00426752
// y = W x, W in 4 bits with offset 8 and a scale for every 64 columns. A word holds 8 columns: nibble t and nibble t + 4
// are columns 2t and 2t + 1, so that a shift and a mask give a half2.
#include <cuda_fp16.h>

__device__ __forceinline__ __half2 as_half2(unsigned u)
{
    return *reinterpret_cast<__half2 *>(&u);
}

__device__ __forceinline__ __half2 dequant_pair(unsigned word, int t)
{
    unsigned pasted = ((word >> (4 * t)) & 0x000f000fu) | 0x64006400u;   // 1024 + nibble in both halves
    return __hsub2(as_half2(pasted), as_half2(0x64086408u));              // 1032
}

__global__ void gemv_w4(const unsigned *packed, const float *scale, const __half *x, float *y, int rows, int k)
{
    int row = blockIdx.x;
    if (row >= rows)
        return;
    const int words = k / 8, groups = k / 64;
    float acc = 0.0f;
    for (int w = threadIdx.x; w < words; w += 32) {
        unsigned word = packed[row * words + w];
        float part = 0.0f;
#pragma unroll
        for (int t = 0; t < 4; t++) {
            float2 q = __half22float2(dequant_pair(word, t));
            float2 v = __half22float2(*(const __half2 *)(x + 8 * w + 2 * t));
            part = fmaf(q.x, v.x, part);
            part = fmaf(q.y, v.y, part);
        }
        acc = fmaf(scale[row * groups + w / 8], part, acc);
    }
    for (int off = 16; off > 0; off >>= 1)
        acc += __shfl_xor_sync(0xffffffffu, acc, off);
    if (threadIdx.x == 0)
        y[row] = acc;
}
