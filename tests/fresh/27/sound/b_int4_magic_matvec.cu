// fpcheck: matvec_w4 <<<3, 32>>> w=[[1985229328, 2309737967], [286331153, 252645135], [2155905152, 4275878552]] x=[1.0, 0.5, 0.25, 2.0, 1.5, 1.0, 0.5, 0.75, 1.0, 2.0, 0.5, 1.0, 0.25, 1.0, 1.5, 0.5] y=empty:3 words=2 --ref 'y=@b_int4_want.npy' --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: bits 0x6400 make 1024 + v and 1024 + 16 v; 1032 and 72 with 1/16 take them back to v - 8 without rounding
// figure: y = -4, -65.75, -1.5: error 0 against rtol 1e-5
#include <cuda_fp16.h>

// 4-bit weights, eight a word; nibble j belongs to x[8 * word + j]. Values are v - 8. Dequantised by the bits of a half in [1024, 2048).
__device__ __half2 as_half2(unsigned u)
{
    return *reinterpret_cast<__half2 *>(&u);
}

__device__ void dequantise(unsigned q, float *f)
{
    const __half2 offset = __floats2half2_rn(1032.0f, 1032.0f);
    const __half2 sixteenth = __floats2half2_rn(0.0625f, 0.0625f);
    const __half2 shift = __floats2half2_rn(-72.0f, -72.0f);
    #pragma unroll
    for (int part = 0; part < 2; part++) {
        unsigned r = q >> (8 * part);
        __half2 lo = as_half2((r & 0x000f000fu) | 0x64006400u);
        __half2 hi = as_half2((r & 0x00f000f0u) | 0x64006400u);
        lo = __hsub2(lo, offset);
        hi = __hfma2(hi, sixteenth, shift);
        f[2 * part] = __low2float(lo);
        f[2 * part + 4] = __high2float(lo);
        f[2 * part + 1] = __low2float(hi);
        f[2 * part + 5] = __high2float(hi);
    }
}

__global__ void matvec_w4(const unsigned *w, const float *x, float *y, int words)
{
    int row = blockIdx.x;
    int lane = threadIdx.x;
    float sum = 0.0f;
    for (int i = lane; i < words; i += 32) {
        float f[8];
        dequantise(w[row * words + i], f);
        for (int j = 0; j < 8; j++)
            sum = fmaf(f[j], x[8 * i + j], sum);
    }
    for (int o = 16; o > 0; o >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (lane == 0)
        y[row] = sum;
}
