// fpcheck: dequant_q4<<<1, 32>>> packed=[3990885429,2195020764,3454585083,2031341747] scales=[0.125,0.25,0.09375,0.0625] out=empty:4x8 want=[-0.375,-0.625,-0.5,-0.875,-1.0,0.75,0.625,0.75,1.0,1.25,0.75,-0.75,-0.75,1.25,-1.5,0.0,0.28125,0.65625,0.0,0.375,0.0,0.5625,0.46875,0.375,-0.3125,0.1875,-0.5,0.3125,-0.3125,-0.4375,0.0625,-0.0625] --ref 'out=want' --tol rtol=1e-3,atol=1e-4
// expect: ok
// why: nibbles are or-ed into the mantissa of the half 1024 and 1032 is subtracted: exact, since halves from 1024 to 2047 have a spacing of 1; the upper nibbles sit 16 times higher and are brought down by an fma with exact constants
// figure: out[0] computed -0.375, right -0.375: exact, every operation is exact in half
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__device__ __forceinline__ __half2 as_half2(unsigned bits)
{
    return __halves2half2(__ushort_as_half((unsigned short)bits), __ushort_as_half((unsigned short)(bits >> 16)));
}

// A word holds eight nibbles: the even ones (0, 4 | 1, 5 | ...) pair up across the halves.
__global__ void dequant_q4(const unsigned *packed, const __half *scales, float *out)
{
    int t = threadIdx.x;
    if (t >= 4)
        return;
    unsigned w = packed[t];
    __half2 scale = __half2half2(scales[t]);
    for (int pair = 0; pair < 4; pair++) {
        unsigned byte_shift = (pair >> 1) * 8;
        unsigned v = w >> byte_shift;
        __half2 x;
        if (pair & 1) {
            x = as_half2((v & 0x00f000f0u) | 0x64006400u);           // 1024 + 16 q
            x = __hfma2(x, __float2half2_rn(0.0625f), __float2half2_rn(-72.0f)); // q - 8
        } else {
            x = as_half2((v & 0x000f000fu) | 0x64006400u);           // 1024 + q
            x = __hsub2(x, __float2half2_rn(1032.0f));
        }
        x = __hmul2(x, scale);
        out[t * 8 + pair] = __low2float(x);
        out[t * 8 + pair + 4] = __high2float(x);
    }
}
