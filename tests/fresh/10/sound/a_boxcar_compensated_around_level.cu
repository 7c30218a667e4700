// fpcheck: boxcar <<<(4, 8), 256>>> p=uniform(100000,102000):4x2048 mean=empty:4x2048 stations=4 n=2048 w=8
// expect: ok
// why: looks like a difference of nearly equal numbers, but p - level is exact or nearly so and the window is summed directly
// figure: (like data) mean[16]: computed 100832.031, MPFR 100832.0273 (ulp 0.0078)
// Eight-point moving average of surface pressure: deviations from the newest value are summed.
__device__ float window_mean(const float *row, int first, int last)
{
    float level = row[last];
    float deviation = 0.0f;
    for (int k = first; k < last; k++)
        deviation += row[k] - level;
    return level + deviation / (float)(last + 1 - first);
}

__global__ void boxcar(const float *p, float *mean, int stations, int n, int w)
{
    __shared__ float tile[256 + 32];
    int s = blockIdx.x;
    int start = blockIdx.y * blockDim.x;
    const float *row = p + s * n;
    for (int k = threadIdx.x; k < (int)blockDim.x + w - 1; k += blockDim.x) {
        int g = start + k - (w - 1);
        tile[k] = g >= 0 && g < n ? row[g] : 0.0f;
    }
    __syncthreads();
    int i = start + threadIdx.x;
    if (i >= n)
        return;
    int last = threadIdx.x + w - 1;
    int count = i + 1 < w ? i + 1 : w;
    mean[s * n + i] = window_mean(tile, last + 1 - count, last);
}
