// fpcheck: histogram256 <<<2, 128>>> img=randint(0,255):2048:u8 hist=inout:zeros:256 n=2048
// expect: ok
// 256-bin histogram, shared bins cleared before use.
#include <cuda_runtime.h>

__global__ void histogram256(const unsigned char* __restrict__ img, unsigned int* hist, int n)
{
    __shared__ unsigned int bins[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) bins[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[img[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        if (bins[b]) atomicAdd(&hist[b], bins[b]);
}
