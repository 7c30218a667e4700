// fpcheck: sharpen <<<dim3(2, 2), dim3(8, 8)>>> in=@a_sharpen_scan_in.npy out=empty:16x16 w=16 h=16 --ref out=@a_sharpen_scan_want.npy --tol bitwise
// expect: ok
// why: sharpening leaves 0..255 at edges and the result is narrowed to a byte, but it is clamped as a float before; the weights are powers of two, so no sum is rounded
// figure: out[5][5] computed 250, exact 250
// Sharpens a scanned page.
#include <cstdint>

__device__ float pixel(const uint8_t *in, int x, int y, int w, int h)
{
    x = min(max(x, 0), w - 1);
    y = min(max(y, 0), h - 1);
    return (float)in[y * w + x];
}

__device__ uint8_t to_byte(float v)
{
    return (uint8_t)__float2int_rn(fminf(fmaxf(v, 0.0f), 255.0f));
}

__global__ void sharpen(const uint8_t *in, uint8_t *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float mid = pixel(in, x, y, w, h);
    float cross = pixel(in, x - 1, y, w, h) + pixel(in, x + 1, y, w, h) + pixel(in, x, y - 1, w, h) + pixel(in, x, y + 1, w, h);
    float detail = mid - 0.25f * cross;
    out[y * w + x] = to_byte(mid + 1.5f * detail);
}
