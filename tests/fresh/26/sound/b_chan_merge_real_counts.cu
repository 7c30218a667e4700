// fpcheck: pool <<<1, 32>>> count=[70000,70000,70000,70000] mean=[10,12,14,16] m2=[140000,140000,140000,140000] out_mean=empty:1 out_var=empty:1 skew=empty:1 n=4 want=[7.00002500009] --ref out_var=want --tol rtol=1e-4
// expect: ok
// why: Chan's merge with products of counts of 70000, which would wrap as ints, taken in float; the counts themselves stay ints
// figure: computed out_var = 7.0000248, exact 7.000025
// Pools partial statistics (count, mean, sum of squared deviations) of shards of a table, as Chan, Golub and LeVeque do.
#include <math_constants.h>
#include <cuda_runtime.h>
#define FULL 0xffffffffu

struct Stats {
    int n;
    float mean;
    float m2;
};

__device__ Stats empty_stats()
{
    Stats s;
    s.n = 0;
    s.mean = 0.0f;
    s.m2 = 0.0f;
    return s;
}

__device__ Stats load(const int *count, const float *mean, const float *m2, int i)
{
    Stats s;
    s.n = count[i];
    s.mean = mean[i];
    s.m2 = m2[i];
    return s;
}

__device__ Stats merge(Stats a, Stats b)
{
    if (a.n == 0)
        return b;
    if (b.n == 0)
        return a;
    Stats r;
    r.n = a.n + b.n;
    float delta = b.mean - a.mean;
    float share = (float)b.n / (float)r.n;
    r.mean = fmaf(delta, share, a.mean);
    float weight = (float)a.n * share;
    r.m2 = a.m2 + b.m2 + delta * delta * weight;
    return r;
}

__device__ Stats from_lane(Stats s, int offset)
{
    Stats r;
    r.n = __shfl_down_sync(FULL, s.n, offset);
    r.mean = __shfl_down_sync(FULL, s.mean, offset);
    r.m2 = __shfl_down_sync(FULL, s.m2, offset);
    return r;
}

__device__ Stats warp_merge(Stats s)
{
    for (int o = 16; o > 0; o >>= 1) {
        Stats other = from_lane(s, o);
        s = merge(s, other);
    }
    return s;
}

__device__ float sample_variance(Stats s)
{
    return s.n > 1 ? s.m2 / (float)(s.n - 1) : 0.0f;
}

// How far the shard means lie from the pooled mean, in its standard deviations.
__device__ float standardised(float mean, Stats pooled)
{
    float v = sample_variance(pooled);
    return v > 0.0f ? (mean - pooled.mean) * rsqrtf(v) : 0.0f;
}

__global__ void pool(const int *count, const float *mean, const float *m2, float *out_mean, float *out_var, float *skew, int n)
{
    int lane = threadIdx.x;
    Stats s = empty_stats();
    for (int i = lane; i < n; i += 32)
        s = merge(s, load(count, mean, m2, i));
    Stats all = warp_merge(s);
    all.n = __shfl_sync(FULL, all.n, 0);
    all.mean = __shfl_sync(FULL, all.mean, 0);
    all.m2 = __shfl_sync(FULL, all.m2, 0);
    float z = lane < n ? standardised(mean[lane], all) : 0.0f;
    float widest = fabsf(z);
    for (int o = 16; o > 0; o >>= 1)
        widest = fmaxf(widest, __shfl_xor_sync(FULL, widest, o));
    if (lane == 0) {
        out_mean[0] = all.mean;
        out_var[0] = sample_variance(all);
        skew[0] = widest;
    }
}

__global__ void leaving_row(const float *b, const float *column, int *row, float *step, int m)
{
    int lane = threadIdx.x;
    float best = CUDART_INF_F;
    int who = m;
    for (int r = lane; r < m; r += 32) {
        if (column[r] <= 1e-7f)
            continue;
        float ratio = b[r] / column[r];
        if (ratio < best) {
            best = ratio;
            who = r;
        }
    }
    for (int o = 16; o > 0; o >>= 1) {
        float other = __shfl_xor_sync(0xffffffffu, best, o);
        int his = __shfl_xor_sync(0xffffffffu, who, o);
        if (other < best || (other == best && his < who)) {
            best = other;
            who = his;
        }
    }
    if (lane == 0) {
        row[0] = who < m ? who : -1;
        step[0] = best;
    }
}

__device__ float uniform01(unsigned u)
{
    return (float)(u >> 8) * 5.9604644775390625e-8f;
}

__global__ void draw(const unsigned *bits, const float *weight, float *out, int n)
{
    int i = threadIdx.x;
    int k = (int)(uniform01(bits[i]) * n);
    out[i] = weight[k];
}

__device__ unsigned ordered(float v)
{
    unsigned u = __float_as_uint(v);
    return u ^ ((unsigned)((int)u >> 31) | 0x80000000u);
}

__global__ void best_beam(const float *logp, int *best, int n)
{
    unsigned lane = threadIdx.x;
    unsigned long long key = 0;
    if (lane < n)
        key = ((unsigned long long)ordered(logp[lane]) << 32) | (0xffffffffu - lane);
    for (int o = 16; o > 0; o >>= 1) {
        unsigned long long other = __shfl_xor_sync(0xffffffffu, key, o);
        key = other > key ? other : key;
    }
    if (lane == 0)
        best[0] = (int)(0xffffffffu - (unsigned)key);
}
