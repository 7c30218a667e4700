// fpcheck: luma_hist <<<2, 64>>> img=uniform(0,0.999):256 hist=inout:zeros:16 n=256
// expect: error uninitialised at line 13: the shared bins are incremented but nobody set them to zero
#include <cuda_runtime.h>

#define BINS 16

__global__ void luma_hist(const float* img, unsigned* hist, int n)
{
    __shared__ unsigned local[BINS];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int b = (int)(img[i] * (float)BINS);
        b = min(max(b, 0), BINS - 1);
        atomicAdd(&local[b], 1u);
    }
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&hist[threadIdx.x], local[threadIdx.x]);
}
