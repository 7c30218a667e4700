// fpcheck: histogram256 <<<1, 128>>> pixels=[3,200,17,130,255,128,3,77,200,200,0,64,127,128,254,255,31,90,150,3] hist=inout:zeros:256 n=20 want=@b_hist_want.npy --ref 'hist=want' --tol rtol=1e-6,atol=0
// expect: error uninitialised at line 16
// why: a block of 128 threads clears 128 of the 256 bins; the rest starts with what was in shared memory
// figure: hist[200] computed undefined + 3, MPFR 3
#include <cuda_runtime.h>

// 256-bin histogram, privatised in shared memory.
#define NUM_BINS 256

__global__ void histogram256(const unsigned char *__restrict__ pixels, unsigned int *hist, int n)
{
    __shared__ unsigned int local[NUM_BINS];

    // Clear the private histogram
    if (threadIdx.x < NUM_BINS)
        local[threadIdx.x] = 0;
    __syncthreads();

    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&local[pixels[i]], 1u);
    __syncthreads();

    // Merge
    for (int b = threadIdx.x; b < NUM_BINS; b += blockDim.x)
        if (local[b] > 0)
            atomicAdd(&hist[b], local[b]);
}
