// fpcheck: fake_quant <<<8, 64>>> x=@b_int8_calibrated_clip_x.npy y=empty:8x64 clip=6.35 n=64 --ref y=@b_int8_calibrated_clip_ref_y.npy --tol rtol=0,atol=0.026
// expect: ok
// why: saturation of outliers (300 becomes 6.35) and rounding to int8 are meant: the reference clips, the tolerance is half a step
// figure: y[258] computed 1.80000007, exact 1.82499456 (error 0.025, 0.96 of the tolerance; worst of 512)
#include <cuda_runtime.h>
// Fake quantisation with a calibrated clip: outliers are meant to saturate at +-clip.
__device__ float through_int8(float x, float scale, float inv)
{
    const float r = rintf(x * inv);
    const signed char q = (signed char)__float2int_rn(fminf(fmaxf(r, -127.0f), 127.0f));
    return (float)q * scale;
}
__global__ void fake_quant(const float* __restrict__ x, float* y, float clip, int n)
{
    const int i = blockIdx.x * n + threadIdx.x;
    const float scale = clip / 127.0f;
    y[i] = through_int8(x[i], scale, 1.0f / scale);
}
