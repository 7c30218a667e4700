// fpcheck: spread <<<3, 64>>> t=uniform(1000,1001):3x500 variance=empty:3 n=500 ref=variance=var(t, 1) --tol rtol=1e-4
// expect: ok
// why: the values are 1000 and their spread 0.3; deviations from a running mean are small and the merge of Chan, Golub and LeVeque subtracts means only; counts are multiplied as floats
// figure: relative error 1.8e-05 for numbers of this kind, allowed 1e-4
struct Partial {
    float n, mean, m2;
};

__device__ inline void accept(Partial &p, float x)
{
    p.n += 1.0f;
    float d = x - p.mean;
    p.mean += d / p.n;
    p.m2 += d * (x - p.mean);
}

__device__ inline Partial merged(const Partial &a, const Partial &b)
{
    if (b.n == 0.0f)
        return a;
    if (a.n == 0.0f)
        return b;
    Partial r;
    float d = b.mean - a.mean;
    float share = b.n / (a.n + b.n);
    r.n = a.n + b.n;
    r.mean = a.mean + d * share;
    r.m2 = a.m2 + b.m2 + d * d * a.n * share;
    return r;
}

__device__ inline Partial from_lane(const Partial &p, int o)
{
    Partial r;
    r.n = __shfl_down_sync(0xffffffffu, p.n, o);
    r.mean = __shfl_down_sync(0xffffffffu, p.mean, o);
    r.m2 = __shfl_down_sync(0xffffffffu, p.m2, o);
    return r;
}

// Variance of the temperatures of a station, one block each.
__global__ void spread(const float *t, float *variance, int n)
{
    __shared__ Partial second;
    const float *row = t + blockIdx.x * n;
    Partial p = {0.0f, row[0], 0.0f};
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        accept(p, row[i]);
    for (int o = 16; o > 0; o >>= 1)
        p = merged(p, from_lane(p, o));
    if (threadIdx.x == 32)
        second = p;
    __syncthreads();
    if (threadIdx.x == 0) {
        p = merged(p, second);
        variance[blockIdx.x] = p.m2 / p.n;
    }
}
