// fpcheck: price_variance <<<2, 32>>> price=uniform(9999,10001):2x64 variance=empty:2 n=64 ref=variance=var(price,1) --tol rtol=1e-3,atol=1e-5
// expect: error cancellation at line 17: E[x^2] - E[x]^2 at a price level of 10000: squares of 1e8 have steps of 8
__global__ void price_variance(const float *price, float *variance, int n)
{
    float s = 0.0f, ss = 0.0f;
    const float *row = price + blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += 32) {
        s += row[i];
        ss += row[i] * row[i];
    }
    for (int o = 16; o > 0; o >>= 1) {
        s += __shfl_xor_sync(~0u, s, o);
        ss += __shfl_xor_sync(~0u, ss, o);
    }
    if (threadIdx.x == 0) {
        float mean = s / n;
        variance[blockIdx.x] = ss / n - mean * mean;
    }
}
