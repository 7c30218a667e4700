// fpcheck: histogram_clear <<<2, 128>>> n=4096 pixels=randint(0,255):4096:u8 counts=inout:zeros:256:i32
// expect: error uninitialised at line 12: 128 threads clear bins 0..127 only, bins 128..255 start from garbage
// Privatised grey level histogram.
#define BINS 256
__global__ void histogram_clear(const unsigned char* pixels, int* counts, int n)
{
    __shared__ int local[BINS];
    local[threadIdx.x] = 0;
    __syncthreads();
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&local[pixels[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&counts[b], local[b]);
}
