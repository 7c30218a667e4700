// fpcheck: luminance_histogram <<<1, 128>>> img=randint(0,15):512:u8 hist=inout:zeros:16 n=512
// expect: error uninitialised at line 15: the shared bins are incremented without having been cleared
// Block-private shared-memory histogram, merged with global atomics.
#include <cuda_runtime.h>

#define BINS 16

__global__ void luminance_histogram(const unsigned char* __restrict__ img, unsigned int* hist, int n)
{
    __shared__ unsigned int local[BINS];

    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = gridDim.x * blockDim.x;
    for (int i = tid; i < n; i += stride)
        atomicAdd(&local[img[i] & 15], 1u);
    __syncthreads();

    if (threadIdx.x < BINS)
        atomicAdd(&hist[threadIdx.x], local[threadIdx.x]);
}
