// fpcheck: update_histogram <<<16, 256>>> codes=randint(0,4):65536 counts=inout:[16777216.0,16777216.0,16777216.0,16777216.0] n=65536
// expect: error absorption at line 12
// why: the running counts are floats and have reached 2^24: adding 1 no longer changes them.
// figure: computed 16777216, MPFR about 16793600 (16384 more; it depends on the draw)
// Counts of the four bases over a genome that arrives in pieces.
__global__ void update_histogram(const int *__restrict__ codes, float *counts, int n)
{
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int base = codes[i];
        if (base >= 0 && base < 4)
            atomicAdd(&counts[base], 1.0f);
    }
}
