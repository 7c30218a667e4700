// fpcheck: fir <<<2, 64>>> x=randn:128 taps=[0.1,0.2,0.4,0.2,0.1] y=empty:128 n=128
// expect: error halo at line 27
// why: five taps reach two samples to each side, but only one is loaded right of the tile: the last element of the tile is never written
// figure: computed y[63] undefined (tile[67] was never written), MPFR the sum over x[61..65]
// A symmetric filter of five taps over tiles of 64 samples, zeros beyond the ends.
#define TILE 64
#define REACH 2

__device__ float at(const float *x, int i, int n)
{
    return i >= 0 && i < n ? x[i] : 0.0f;
}

__global__ void fir(const float *x, const float *taps, float *y, int n)
{
    __shared__ float tile[TILE + 2 * REACH];
    int t = threadIdx.x;
    int first = blockIdx.x * TILE;
    tile[t + REACH] = at(x, first + t, n);
    if (t < REACH)
        tile[t] = at(x, first + t - REACH, n);
    if (t >= TILE - REACH + 1)
        tile[t + 2 * REACH - 1] = at(x, first + t + REACH - 1, n);
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k <= 2 * REACH; k++)
        sum = fmaf(taps[k], tile[t + k], sum);
    if (first + t < n)
        y[first + t] = sum;
}
