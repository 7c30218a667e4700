// fpcheck: speed_histogram <<<2, 128>>> speed=uniform(0,255.9):512 counts=inout:zeros:256 n=512
// expect: error uninitialised at line 14
// why: 128 threads clear 256 shared counters by `if (t < BINS)`, so that counters 128 to 255 start with what was there and the atomics add to it
// figure: computed counts[200] = garbage + about 2, right: about 2 (an exact count of the samples in [200, 201))
#define BINS 256

// Molecular speeds (m/s) into one histogram: shared counters a block, then one addition to global memory a bin.
__global__ void speed_histogram(const float *speed, int *counts, int n)
{
    __shared__ int bins[BINS];
    int t = threadIdx.x;

    if (t < BINS)
        bins[t] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
        int b = (int)speed[i];
        b = min(max(b, 0), BINS - 1);
        atomicAdd(&bins[b], 1);
    }
    __syncthreads();

    for (int b = t; b < BINS; b += blockDim.x)
        if (bins[b] != 0)
            atomicAdd(&counts[b], bins[b]);
}
