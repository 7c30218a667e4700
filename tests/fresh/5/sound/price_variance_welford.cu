// fpcheck: price_variance <<<2, 32>>> price=uniform(9999,10001):2x64 variance=empty:2 n=64 ref=variance=var(price,1) --tol rtol=1e-3,atol=1e-5
// expect: ok
__global__ void price_variance(const float *price, float *variance, int n)
{
    const float *row = price + blockIdx.x * n;
    float count = 0.0f, mean = 0.0f, m2 = 0.0f;
    float shift = row[0];
    for (int i = threadIdx.x; i < n; i += 32) {
        float x = row[i] - shift;
        count += 1.0f;
        float d = x - mean;
        mean += d / count;
        m2 += d * (x - mean);
    }
    for (int o = 16; o > 0; o >>= 1) {
        float c2 = __shfl_xor_sync(~0u, count, o);
        float b2 = __shfl_xor_sync(~0u, mean, o);
        float q2 = __shfl_xor_sync(~0u, m2, o);
        float total = count + c2;
        float d = b2 - mean;
        m2 += q2 + d * d * count * c2 / total;
        mean += d * c2 / total;
        count = total;
    }
    if (threadIdx.x == 0)
        variance[blockIdx.x] = m2 / count;
}
