// fpcheck: histogram_private <<<2, 128>>> n=4096 pixels=randint(0,255):4096:u8 counts=inout:zeros:256:i32 mean=inout:zeros:1
// expect: ok
// Privatised grey level histogram; the last step adds the mean level through a float atomic, in any order.
#define BINS 256
__global__ void histogram_private(const unsigned char* pixels, int* counts, float* mean, int n)
{
    __shared__ int local[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) local[b] = 0;
    __syncthreads();
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&local[pixels[i]], 1);
    __syncthreads();
    float part = 0.0f;
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        atomicAdd(&counts[b], local[b]);
        part += (float)(b * local[b]);
    }
    for (int d = 16; d > 0; d >>= 1) part += __shfl_down_sync(0xffffffffu, part, d);
    if ((threadIdx.x & 31) == 0) atomicAdd(mean, part / (float)n);
}
