// fpcheck: resize_bilinear <<<(1,1), (16,16)>>> src=uniform(0,1):8x8 dst=empty:12x12 sw=8 sh=8 dw=12 dh=12
// expect: ok
// Bilinear resize (half-pixel centres, replicated borders). The interpolant is
// continuous, so that a coordinate on a pixel boundary may round either way.
#include <cuda_runtime.h>

__global__ void resize_bilinear(const float* __restrict__ src, float* __restrict__ dst,
                                int sw, int sh, int dw, int dh)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= dw || y >= dh) return;
    float fx = ((float)x + 0.5f) * ((float)sw / (float)dw) - 0.5f;
    float fy = ((float)y + 0.5f) * ((float)sh / (float)dh) - 0.5f;
    fx = fminf(fmaxf(fx, 0.0f), (float)(sw - 1));
    fy = fminf(fmaxf(fy, 0.0f), (float)(sh - 1));
    int x0 = (int)fx, y0 = (int)fy;
    int x1 = min(x0 + 1, sw - 1), y1 = min(y0 + 1, sh - 1);
    float tx = fx - (float)x0, ty = fy - (float)y0;
    float top = fmaf(tx, src[y0 * sw + x1] - src[y0 * sw + x0], src[y0 * sw + x0]);
    float bot = fmaf(tx, src[y1 * sw + x1] - src[y1 * sw + x0], src[y1 * sw + x0]);
    dst[y * dw + x] = fmaf(ty, bot - top, top);
}
