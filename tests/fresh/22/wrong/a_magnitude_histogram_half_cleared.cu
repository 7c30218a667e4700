// fpcheck: magnitudes <<<1, 32>>> m=[2.1,3.4,4.9,2.2,6.3,5.5,3.9,2.7,4.4,1.2] bins=empty:64:i32 n=10
// expect: error uninitialised at line 17
// why: 32 threads clear 32 of the 64 shared counters; the atomics on the others add to what happens to be there
// figure: computed undefined (bins[49] starts from garbage), MPFR 1
// Gutenberg-Richter: earthquakes by magnitude in steps of 0.1.
#define BINS 64

__global__ void magnitudes(const float *m, int *bins, int n)
{
    __shared__ int local[BINS];
    if (threadIdx.x < BINS)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int b = __float2int_rn(m[i] * 10.0f);
        if (b >= 0 && b < BINS)
            atomicAdd(&local[b], 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        bins[b] = local[b];
}
