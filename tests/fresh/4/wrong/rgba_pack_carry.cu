// fpcheck: sharpen_pack <<<1, 32>>> img=[0.1,0.5,0.95,1.0,0.2,0.98,0.4,0.7] packed=empty:8 n=8 amount=0.5
// fpcheck+ unpack_red <<<1, 32>>> packed=packed red=empty:8 n=8 ref=red=min(img*1.5,1.0) --tol rtol=0,atol=5e-3
// expect: error narrowing at line 14: a red of 382 keeps its low byte only and the rest runs over into green
#include <cuda_runtime.h>

__global__ void sharpen_pack(const float* img, unsigned* packed, int n, float amount)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = img[i] + amount * img[i];     // boosted
    unsigned r = (unsigned)(v * 255.0f + 0.5f);
    unsigned g = (unsigned)(img[i] * 127.0f + 0.5f);
    packed[i] = r + (g << 8) + (0xffu << 24);
}

__global__ void unpack_red(const unsigned* packed, float* red, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        red[i] = (float)(packed[i] & 0xffu) / 255.0f;
}
