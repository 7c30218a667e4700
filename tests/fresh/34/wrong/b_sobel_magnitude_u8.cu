// fpcheck: sobel <<<(2, 2), (8, 8)>>> img=@b_sobel_magnitude_u8_i.npy mag=empty:16x16 w=16 h=16 --ref mag=@b_sobel_magnitude_u8_ref_mag.npy --tol rtol=0,atol=1
// expect: error narrowing store wraps at line 19
// why: a gradient of up to 1442 is stored in a byte without saturation: the strongest edge of the image, about 750, wraps to its remainder modulo 256
// figure: mag[8] computed 168, exact 255
#include <cuda_runtime.h>
__device__ int px(const unsigned char* __restrict__ img, int x, int y, int w, int h)
{
    return img[min(max(y, 0), h - 1) * w + min(max(x, 0), w - 1)];
}
__global__ void sobel(const unsigned char* __restrict__ img, unsigned char* mag, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const int gx = px(img, x + 1, y - 1, w, h) + 2 * px(img, x + 1, y, w, h) + px(img, x + 1, y + 1, w, h)
                 - px(img, x - 1, y - 1, w, h) - 2 * px(img, x - 1, y, w, h) - px(img, x - 1, y + 1, w, h);
    const int gy = px(img, x - 1, y + 1, w, h) + 2 * px(img, x, y + 1, w, h) + px(img, x + 1, y + 1, w, h)
                 - px(img, x - 1, y - 1, w, h) - 2 * px(img, x, y - 1, w, h) - px(img, x + 1, y - 1, w, h);
    const float m = sqrtf((float)(gx * gx + gy * gy));
    mag[y * w + x] = (unsigned char)__float2int_rn(m);
}
