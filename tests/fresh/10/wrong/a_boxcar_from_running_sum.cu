// fpcheck: running_sum <<<1, 32>>> p=uniform(100000,102000):4x2048 prefix=empty:4x2049 stations=4 n=2048
// fpcheck+ boxcar <<<(4, 8), 256>>> mean=empty:4x2048 stations=4 n=2048 w=8
// expect: error cancellation at line 30
// why: differences of running sums near 2e8, whose ulp is 16 Pa, are taken for sums of eight pressures
// figure: (like data) mean[1429]: computed 101120, MPFR 101115.366
// Eight-point moving average of surface pressure by differences of a running sum.
__global__ void running_sum(const float *p, float *prefix, int stations, int n)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= stations)
        return;
    const float *row = p + s * n;
    float *out = prefix + s * (n + 1);
    float sum = 0.0f;
    out[0] = 0.0f;
    for (int i = 0; i < n; i++) {
        sum += row[i];
        out[i + 1] = sum;
    }
}

__global__ void boxcar(const float *prefix, float *mean, int stations, int n, int w)
{
    int s = blockIdx.x;
    int i = blockIdx.y * blockDim.x + threadIdx.x;
    if (s >= stations || i >= n)
        return;
    const float *row = prefix + s * (n + 1);
    int first = i + 1 > w ? i + 1 - w : 0;
    float total = row[i + 1] - row[first];
    mean[s * n + i] = total / (float)(i + 1 - first);
}
