// fpcheck: series_stats <<<1, 128>>> x=uniform(1000,1001):300 centre=empty:1 var_=empty:1 n=300 ref=var_=sum((x-sum(x)/300)*(x-sum(x)/300))/300 --tol rtol=1e-3,atol=0
// expect: ok
// why: each thread runs Welford over its samples and the moments are merged pairwise with their counts, which differ by thread; no E[x^2] - mean^2
// figure: computed var_[0] within 4.4e-5 relative of the exact variance (20 numpy runs in float32, worst), tolerance 1e-3
// Mean and variance of a window of a metric, merged as in Chan's algorithm.
struct Moments { float n, mean, m2; };

__device__ void push(Moments &m, float x)
{
    m.n += 1.0f;
    float d = x - m.mean;
    m.mean += d / m.n;
    m.m2 += d * (x - m.mean);
}

__device__ Moments merge(Moments a, Moments b)
{
    float n = a.n + b.n;
    if (n == 0.0f)
        return a;
    float d = b.mean - a.mean;
    float share = b.n / n;
    return {n, a.mean + d * share, a.m2 + b.m2 + d * d * a.n * share};
}

__global__ void series_stats(const float *x, float *centre, float *var_, int n)
{
    __shared__ Moments part[128];
    int t = threadIdx.x;
    Moments m = {0.0f, 0.0f, 0.0f};
    for (int i = t; i < n; i += 128)
        push(m, x[i]);
    part[t] = m;
    for (int half = 64; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half)
            part[t] = merge(part[t], part[t + half]);
    }
    if (t == 0) {
        *centre = part[0].mean;
        *var_ = part[0].m2 / part[0].n;
    }
}
