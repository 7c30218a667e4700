// fpcheck: store_half <<<2, 64>>> x=@b_hss_x.npy y=empty:128:f16 n=128 --ref y=@b_hss_ref.npy --tol rtol=1e-3,atol=6e-8
// expect: ok
// why: values beyond the range of half are clamped to +-65504 before the narrowing store: saturation is what the format of this cache asks for
// figure: y: largest error 8.24 (0.0238 relative at its worst, largest |value| 65504), as simulated
#include <cuda_fp16.h>

__global__ void store_half(const float *x, __half *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float largest = 65504.0f;
    float v = fminf(fmaxf(x[i], -largest), largest);
    y[i] = __float2half_rn(v);
}
