// fpcheck: pack_rgb9e5 <<<1, 8>>> rgb=@a_rgb9e5_rgb.npy packed=empty:8 n=8 --ref 'packed=@a_rgb9e5_packed_ref.npy'
// expect: error mismatch at line 20
// why: EXT_texture_shared_exponent asks to raise the exponent when the rounded maximum becomes 512; without it the mantissa 512 spills into the neighbouring channel and the pixel's own channel becomes 0
// figure: packed[1] computed 2040030720, exact 2160866560 (5 of 8 differ)
#include <cuda_runtime.h>
__device__ int floor_log2(float x) { return (int)((__float_as_uint(x) >> 23) & 0xffu) - 127; }

__device__ unsigned channel(float c, float scale) { return (unsigned)floorf(c * scale + 0.5f); }

__global__ void pack_rgb9e5(const float* rgb, unsigned* packed, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float r = fminf(fmaxf(rgb[3 * i + 0], 0.0f), 65408.0f);
    float g = fminf(fmaxf(rgb[3 * i + 1], 0.0f), 65408.0f);
    float b = fminf(fmaxf(rgb[3 * i + 2], 0.0f), 65408.0f);
    float m = fmaxf(r, fmaxf(g, b));
    int e = max(-16, floor_log2(m)) + 16;
    float scale = exp2f((float)(24 - e));
    packed[i] = channel(r, scale) | (channel(g, scale) << 9) | (channel(b, scale) << 18) | ((unsigned)e << 27);
}
