// fpcheck: median3<<<3, 32>>> raw=uniform(60,120):90 smooth=empty:90 n=90
// expect: error uninitialised shared memory at line 23
// why: the tile has a halo of one on both sides, but only the left one is loaded: the last thread of a block takes the median with an unwritten cell
// figure: computed smooth[31] undefined (an unwritten cell is one of three), MPFR the median of raw[30..32]
constexpr int TILE = 32;

__device__ float median(float a, float b, float c)
{
    return fmaxf(fminf(a, b), fminf(fmaxf(a, b), c));
}

// A nanopore current, cleaned of single spikes.
__global__ void median3(const float *raw, float *smooth, int n)
{
    __shared__ float tile[TILE + 2];
    int t = threadIdx.x;
    int i = blockIdx.x * TILE + t;
    tile[t + 1] = raw[min(i, n - 1)];
    if (t == 0)
        tile[0] = raw[max(i - 1, 0)];
    __syncthreads();
    if (i < n)
        smooth[i] = median(tile[t], tile[t + 1], tile[t + 2]);
}
