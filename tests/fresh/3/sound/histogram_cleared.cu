// fpcheck: histogram <<<1, 128>>> x=uniform(0,1):1024 counts=empty:256 n=1024
// expect: ok
// Histogram with 256 bins: the product with a power of two is exact.
__global__ void histogram(const float* x, int* counts, int n) {
    __shared__ int bins[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) bins[b] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int b = min(255, (int)(x[i] * 256.0f));
        atomicAdd(&bins[b], 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x) counts[b] = bins[b];
}
