// fpcheck: lag_products <<<4, 32>>> x=uniform(0.5,1.5):160 y=uniform(0.5,1.5):160 r=empty:4 n=128
// expect: ok
// why: lanes read neighbours' shared words, each round between two __syncwarp
// figure: (like data) r[0]: computed 0.934614956, MPFR 0.934614949
// Cross-correlation at some lags, a warp for each lag.
__device__ float sum_of_warp(volatile float *s, float v)
{
    int lane = threadIdx.x;
    s[lane] = v;
    for (int offset = 16; offset > 0; offset >>= 1) {
        __syncwarp();
        float other = lane < offset ? s[lane + offset] : 0.0f;
        __syncwarp();
        v += other;
        s[lane] = v;
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
