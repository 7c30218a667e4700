// fpcheck: survey_moments <<<4, 64>>> depth=uniform(10,60):600 partial=empty:20 done=inout:zeros:1 summary=empty:5 n=600
// expect: error race at line 188
// why: thread 0 writes the block's partial moments and counts itself done with no __threadfence between: the last block may read partials that are not there yet
// figure: computed summary[0] (mean) undefined where a partial is stale, right about 35
// Mean, variance, skewness, kurtosis and standard error of the depths of a survey in one launch: every block reduces its share, the last one
// to finish merges the partial results (Pebay's formulas).

#define THREADS 64
#define WARPS (THREADS / 32)
#define FIELDS 5

struct Moments {
    float n;
    float mean;
    float m2, m3, m4;
};

__device__ inline Moments no_moments()
{
    Moments m;
    m.n = 0.0f;
    m.mean = 0.0f;
    m.m2 = 0.0f;
    m.m3 = 0.0f;
    m.m4 = 0.0f;
    return m;
}

// ------------------------------------------------------------ one value more

__device__ inline void add_value(Moments &m, float x)
{
    float n1 = m.n;
    float n = n1 + 1.0f;
    float delta = x - m.mean;
    float dn = delta / n;
    float dn2 = dn * dn;
    float term = delta * dn * n1;
    m.mean += dn;
    m.m4 += term * dn2 * (n * n - 3.0f * n + 3.0f) + 6.0f * dn2 * m.m2 - 4.0f * dn * m.m3;
    m.m3 += term * dn * (n - 2.0f) - 3.0f * dn * m.m2;
    m.m2 += term;
    m.n = n;
}

// ------------------------------------------------------------ two sets together

__device__ Moments merge(const Moments &a, const Moments &b)
{
    if (a.n == 0.0f)
        return b;
    if (b.n == 0.0f)
        return a;
    Moments c;
    c.n = a.n + b.n;
    float d = b.mean - a.mean;
    float d2 = d * d;
    float ab = a.n * b.n;
    c.mean = a.mean + d * (b.n / c.n);
    c.m2 = a.m2 + b.m2 + d2 * (ab / c.n);
    c.m3 = a.m3 + b.m3 + d2 * d * (ab * (a.n - b.n) / (c.n * c.n)) +
           3.0f * d * (a.n * b.m2 - b.n * a.m2) / c.n;
    c.m4 = a.m4 + b.m4 + d2 * d2 * (ab * (a.n * a.n - ab + b.n * b.n) / (c.n * c.n * c.n)) +
           6.0f * d2 * (a.n * a.n * b.m2 + b.n * b.n * a.m2) / (c.n * c.n) +
           4.0f * d * (a.n * b.m3 - b.n * a.m3) / c.n;
    return c;
}

// ------------------------------------------------------------ warps and blocks

__device__ Moments shuffle_down(const Moments &m, int o)
{
    Moments r;
    r.n = __shfl_down_sync(0xffffffffu, m.n, o);
    r.mean = __shfl_down_sync(0xffffffffu, m.mean, o);
    r.m2 = __shfl_down_sync(0xffffffffu, m.m2, o);
    r.m3 = __shfl_down_sync(0xffffffffu, m.m3, o);
    r.m4 = __shfl_down_sync(0xffffffffu, m.m4, o);
    return r;
}

__device__ Moments warp_merge(Moments m)
{
    for (int o = 16; o > 0; o >>= 1) {
        Moments other = shuffle_down(m, o);
        m = merge(m, other);
    }
    return m;
}

__device__ Moments block_merge(Moments m, Moments *parts)
{
    int t = threadIdx.x;
    m = warp_merge(m);
    if ((t & 31) == 0)
        parts[t >> 5] = m;
    __syncthreads();
    if (t == 0)
        for (int w = 1; w < WARPS; w++)
            m = merge(m, parts[w]);
    __syncthreads();
    return m;
}

// ------------------------------------------------------------ global memory

__device__ void store_moments(float *partial, int block, const Moments &m)
{
    float *p = partial + FIELDS * block;
    p[0] = m.n;
    p[1] = m.mean;
    p[2] = m.m2;
    p[3] = m.m3;
    p[4] = m.m4;
}

__device__ Moments load_moments(const float *partial, int block)
{
    const float *p = partial + FIELDS * block;
    Moments m;
    m.n = p[0];
    m.mean = p[1];
    m.m2 = p[2];
    m.m3 = p[3];
    m.m4 = p[4];
    return m;
}

// True in the block that is the last to come here.
__device__ bool is_last(unsigned *done, bool *flag)
{
    if (threadIdx.x == 0)
        *flag = atomicAdd(done, 1u) == gridDim.x - 1;
    __syncthreads();
    return *flag;
}

// ------------------------------------------------------------ results

__device__ float variance(const Moments &m)
{
    return m.m2 / (m.n - 1.0f);
}

__device__ float skewness(const Moments &m)
{
    float s = m.m2 / m.n;
    return (m.m3 / m.n) / (s * sqrtf(s));
}

__device__ float excess_kurtosis(const Moments &m)
{
    float s = m.m2 / m.n;
    return (m.m4 / m.n) / (s * s) - 3.0f;
}

// Standard error of the mean.
__device__ float standard_error(const Moments &m)
{
    return sqrtf(variance(m) / m.n);
}

__device__ void store_summary(float *summary, const Moments &m)
{
    summary[0] = m.mean;
    summary[1] = variance(m);
    summary[2] = skewness(m);
    summary[3] = excess_kurtosis(m);
    summary[4] = standard_error(m);
}

// ------------------------------------------------------------ the kernel

__global__ void survey_moments(const float *depth, float *partial, unsigned *done, float *summary, int n)
{
    __shared__ Moments parts[WARPS];
    __shared__ bool last;
    int t = threadIdx.x;

    // this thread's share
    Moments mine = no_moments();
    for (int i = blockIdx.x * THREADS + t; i < n; i += gridDim.x * THREADS)
        add_value(mine, depth[i]);

    // the block's partial result
    Moments block = block_merge(mine, parts);
    if (t == 0)
        store_moments(partial, blockIdx.x, block);

    if (!is_last(done, &last))
        return;

    // the last block merges the partial results of all
    Moments all = no_moments();
    if (t < gridDim.x)
        all = load_moments(partial, t);
    all = block_merge(all, parts);
    if (t == 0) {
        store_summary(summary, all);
        *done = 0;
    }
}
