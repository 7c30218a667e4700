// fpcheck: tile_range <<<3, 64>>> height=uniform(100,900):150 low=empty:3 high=empty:3 n=150
// expect: ok
// why: threads past the end return before the barriers of the others, whose tree never reads a cell of theirs.
// figure: exact (minimum and maximum), error 0
// Lowest and highest point of a tile of a terrain profile; the last tile is shorter.
__global__ void tile_range(const float *height, float *low, float *high, int n)
{
    __shared__ float lo[64], hi[64];
    const int t = threadIdx.x;
    const int first = blockIdx.x * blockDim.x;
    const int count = min((int)blockDim.x, n - first);
    if (t >= count)
        return;

    lo[t] = hi[t] = height[first + t];
    __syncthreads();
    for (int s = 32; s > 0; s >>= 1) {
        if (t < s && t + s < count) {
            lo[t] = fminf(lo[t], lo[t + s]);
            hi[t] = fmaxf(hi[t], hi[t + s]);
        }
        __syncthreads();
    }
    if (t == 0) {
        low[blockIdx.x] = lo[0];
        high[blockIdx.x] = hi[0];
    }
}
