// fpcheck: variance_pop <<<8, 64>>> x=@a_chan_merge_x.npy var=empty:8 n=50 --ref 'var=@a_chan_merge_var.npy' --tol rtol=1e-4,atol=1e-6
// expect: ok
// why: Welford's update and Chan's merge of values near 500 with a spread of 1; empty parts are guarded, so that 0 * delta / 0 never arises, and lanes without a row hold such parts
// figure: largest relative error at var[6]: computed 0.7350595, exact 0.7350679, off by 8.4e-06, within rtol=1e-4,atol=1e-6
struct Moments {
    float n, mean, m2;
};

__device__ Moments merge(Moments a, Moments b)
{
    if (b.n == 0.0f)
        return a;
    if (a.n == 0.0f)
        return b;
    float n = a.n + b.n;
    float delta = b.mean - a.mean;
    float share = b.n / n;
    return {n, a.mean + delta * share, a.m2 + b.m2 + delta * delta * a.n * share};
}

__global__ void variance_pop(const float* x, float* var, int n)
{
    __shared__ Moments part[2];
    Moments m = {0.0f, 0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += 20) {
        if (threadIdx.x >= 20)                   // the lanes from 20 on stay empty
            break;
        float v = x[blockIdx.x * n + i];
        m.n += 1.0f;
        float d = v - m.mean;
        m.mean += d / m.n;
        m.m2 += d * (v - m.mean);
    }
    for (int d = 16; d > 0; d >>= 1) {
        Moments o = {__shfl_down_sync(0xffffffffu, m.n, d), __shfl_down_sync(0xffffffffu, m.mean, d),
                     __shfl_down_sync(0xffffffffu, m.m2, d)};
        m = merge(m, o);
    }
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = m;
    __syncthreads();
    if (threadIdx.x == 0) {
        m = merge(part[0], part[1]);
        var[blockIdx.x] = m.m2 / m.n;
    }
}
