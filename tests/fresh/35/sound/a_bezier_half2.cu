// fpcheck: curve <<<6, 8>>> ctrl=@a_bezier_half2_ctrl.npy out=empty:6x8x2 --ref 'out=@a_bezier_half2_out_ref.npy' --tol atol=0.03125
// expect: ok
// why: de Casteljau in half2 for glyph outlines of coordinates up to 8: three lerps of half are off by some 1e-2 at most, well within the stated quarter pixel of 1/32
// figure: out[90] computed 5.0625, MPFR 5.05859375 (error 0.12 of the tolerance)
#include <cuda_fp16.h>
__device__ __half2 lerp(__half2 a, __half2 b, __half2 t)
{
    return __hfma2(t, __hsub2(b, a), a);
}

__global__ void curve(const __half* ctrl, float* out)
{
    __half2 t = __float2half2_rn((float)threadIdx.x * 0.125f);
    __half2 p[4];
    for (int k = 0; k < 4; ++k) {
        int at = (blockIdx.x * 4 + k) * 2;
        p[k] = __halves2half2(ctrl[at], ctrl[at + 1]);
    }
    for (int level = 3; level > 0; --level)
        for (int k = 0; k < level; ++k) p[k] = lerp(p[k], p[k + 1], t);
    int i = (blockIdx.x * 8 + threadIdx.x) * 2;
    out[i] = __low2float(p[0]);
    out[i + 1] = __high2float(p[0]);
}
