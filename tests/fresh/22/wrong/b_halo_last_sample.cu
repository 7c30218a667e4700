// fpcheck: fir5 <<<2, 64>>> x=uniform(1,2):128 y=empty:128 n=128
// expect: error uninitialized at line 19
// why: the load loop stops one before the end of the halo: tile[67] is never written, and the last output of each block reads it
// figure: computed y[63] undefined, right the weighted mean of x[61..65]
// Five tap smoothing of a lidar range line, 64 samples a block.
#define BLOCK 64
#define R 2

__global__ void fir5(const float *x, float *y, int n)
{
    __shared__ float tile[BLOCK + 2 * R];
    int base = blockIdx.x * BLOCK - R;
    for (int k = threadIdx.x; k < BLOCK + 2 * R - 1; k += BLOCK)
        tile[k] = x[min(max(base + k, 0), n - 1)];
    __syncthreads();
    const float tap[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    float s = 0.0f;
    for (int k = 0; k < 5; k++)
        s += tap[k] * tile[threadIdx.x + k];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        y[i] = s;
}
