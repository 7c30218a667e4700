// fpcheck: luma_hist <<<2, 64>>> img=randint(0,255):256:u8 hist=inout:zeros:16 n=256
// expect: ok
#include <cuda_runtime.h>

__global__ void luma_hist(const unsigned char* img, unsigned* hist, int n)
{
    __shared__ unsigned local[16];
    if (threadIdx.x < 16)
        local[threadIdx.x] = 0u;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[img[i] >> 4], 1u);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&hist[threadIdx.x], local[threadIdx.x]);
}
