// fpcheck: channel_moments <<<3, 64>>> sample=uniform(9999,10001):3x300 mean=empty:3 variance=empty:3 n=300
// expect: ok
// why: variance of values around 10000 with a spread of half a unit, in float: the first sample is subtracted, which is exact; Welford by thread and Chan's merge, also with threads that saw fewer samples, do the rest.
// figure: relative error of the variance 1.6e-07 in one draw (sequential Welford), a few ulps
struct Moments {
    float n, mean, m2;
};

__device__ void push(Moments &m, float x)
{
    m.n += 1.0f;
    float d = x - m.mean;
    m.mean += d / m.n;
    m.m2 = fmaf(d, x - m.mean, m.m2);
}

__device__ Moments merge(Moments a, Moments b)
{
    float n = a.n + b.n;
    if (n == 0.0f)
        return a;
    float d = b.mean - a.mean;
    float w = b.n / n;
    return {n, fmaf(d, w, a.mean), a.m2 + b.m2 + d * d * a.n * w};
}

__global__ void channel_moments(const float *sample, float *mean, float *variance, int n)
{
    const float origin = sample[blockIdx.x * n];
    __shared__ Moments part[2];
    Moments m = {0.0f, 0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        push(m, sample[blockIdx.x * n + i] - origin); // exact: the values are close
    for (int o = 16; o > 0; o >>= 1) {
        Moments q = {__shfl_down_sync(0xffffffffu, m.n, o), __shfl_down_sync(0xffffffffu, m.mean, o),
                     __shfl_down_sync(0xffffffffu, m.m2, o)};
        m = merge(m, q);
    }
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = m;
    __syncthreads();
    if (threadIdx.x == 0) {
        m = merge(part[0], part[1]);
        mean[blockIdx.x] = origin + m.mean;
        variance[blockIdx.x] = m.m2 / m.n;
    }
}
