// fpcheck: pack <<<1, 32>>> img=[0.1,0.5,0.95,1.0,0.2,0.98,0.4,0.7] packed=empty:8 n=8
// fpcheck+ red <<<1, 32>>> packed=packed r=empty:8 n=8 ref=r=min(img*1.5,1.0) --tol rtol=0,atol=3e-3
// expect: ok
#include <cuda_runtime.h>

__global__ void pack(const float* img, unsigned* packed, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    unsigned r = __float2uint_rn(__saturatef(1.5f * img[i]) * 255.0f);
    unsigned g = __float2uint_rn(__saturatef(img[i]) * 255.0f);
    packed[i] = r | (g << 8) | 0xff000000u;
}

__global__ void red(const unsigned* packed, float* r, int n)
{
    int i = threadIdx.x;
    if (i < n)
        r[i] = (float)(packed[i] & 255u) * (1.0f / 255.0f);
}
