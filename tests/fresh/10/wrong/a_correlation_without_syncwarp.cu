// fpcheck: lag_products <<<4, 32>>> x=randn:160 y=randn:160 r=empty:4 n=128
// expect: error race at line 13
// why: each halving reads what other lanes wrote in the halving before, and no __syncwarp stands between them
// figure: r: race of lanes, undefined; the right sums on lanes in lockstep
// Cross-correlation at some lags, a warp for each lag.
__device__ float sum_of_warp(float *s, float v)
{
    int lane = threadIdx.x;
    s[lane] = v;
    __syncwarp();
    for (int offset = 16; offset > 0; offset >>= 1) {
        if (lane < offset)
            s[lane] += s[lane + offset];
    }
    __syncwarp();
    return s[0];
}

__global__ void lag_products(const float *x, const float *y, float *r, int n)
{
    __shared__ float scratch[32];
    int lag = blockIdx.x;
    float product = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        product += x[i] * y[i + lag];
    float total = sum_of_warp(scratch, product);
    if (threadIdx.x == 0)
        r[lag] = total / (float)n;
}
