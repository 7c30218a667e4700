// fpcheck: histogram <<<1, 128>>> x=uniform(0,1):1024 counts=empty:256 n=1024
// expect: error uninitialised at line 10: 128 threads clear 128 of the 256 shared bins, the others are counted up from what was there
// Histogram of uniforms for a chi-square test.
__global__ void histogram(const float* x, int* counts, int n) {
    __shared__ int bins[256];
    if (threadIdx.x < 256) bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int b = min(255, (int)(x[i] * 256.0f));
        atomicAdd(&bins[b], 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x) counts[b] = bins[b];
}
