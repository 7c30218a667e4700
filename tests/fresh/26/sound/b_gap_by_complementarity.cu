// fpcheck: interior_step <<<1, 64>>> A=uniform(0,1):8x64 x=uniform(10,1000):64 y=uniform(-100,100):8 s=uniform(0.0000001,0.000001):64 dx=uniform(-500,500):64 ds=uniform(-0.000001,0.000001):64 gap=empty:1 alpha=empty:2 rows=8 n=64 --ref 'gap=sum(x*s)' --tol rtol=1e-3
// expect: ok
// why: the duality gap c.x - b.y of a feasible pair is computed as the sum of complementarity products, which are all positive
// figure: for data drawn alike: computed gap = 0.0193099268, exact 0.019309927: 0.19 half ulps, 32 allowed
// Duality gap and the longest steps that keep a feasible primal-dual pair in the positive orthant:
// minimise c.x subject to A x = b, x >= 0, where c = A'y + s and b = A x hold by construction.
#include <math_constants.h>
#include <cuda_runtime.h>
#include <cfloat>
#define THREADS 64
#define MAX_ROWS 16

__device__ float column_dot(const float *A, const float *y, int column, int rows, int n)
{
    float v = 0.0f;
    for (int r = 0; r < rows; ++r)
        v = fmaf(A[r * n + column], y[r], v);
    return v;
}

__device__ float block_sum(float v, float *scratch)
{
    int t = threadIdx.x;
    __syncthreads();
    scratch[t] = v;
    __syncthreads();
    for (int o = THREADS / 2; o > 0; o >>= 1) {
        if (t < o)
            scratch[t] += scratch[t + o];
        __syncthreads();
    }
    return scratch[0];
}

__device__ float block_min(float v, float *scratch)
{
    int t = threadIdx.x;
    __syncthreads();
    scratch[t] = v;
    __syncthreads();
    for (int o = THREADS / 2; o > 0; o >>= 1) {
        if (t < o)
            scratch[t] = fminf(scratch[t], scratch[t + o]);
        __syncthreads();
    }
    return scratch[0];
}

// How far x can go along d before it meets the boundary.
__device__ float ratio(float x, float d)
{
    return d < 0.0f ? x / -d : FLT_MAX;
}

__device__ float damped(float longest)
{
    return fminf(1.0f, 0.995f * longest);
}

__global__ void interior_step(const float *A, const float *x, const float *y, const float *s, const float *dx, const float *ds,
                              float *gap, float *alpha, int rows, int n)
{
    __shared__ float scratch[THREADS];
    int t = threadIdx.x;
    float xi = t < n ? x[t] : 0.0f;
    float si = t < n ? s[t] : 0.0f;

    float g = block_sum(xi * si, scratch);

    float primal_step = block_min(t < n ? ratio(xi, dx[t]) : FLT_MAX, scratch);
    float dual_step = block_min(t < n ? ratio(si, ds[t]) : FLT_MAX, scratch);
    if (t == 0) {
        gap[0] = g;
        alpha[0] = damped(primal_step);
        alpha[1] = damped(dual_step);
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

struct Compensated {
    float sum, lost;
};

__device__ void add(Compensated &a, float x)
{
    float t = a.sum + x;
    if (fabsf(a.sum) >= fabsf(x))
        a.lost += (a.sum - t) + x;
    else
        a.lost += (x - t) + a.sum;
    a.sum = t;
}

__global__ void series_sums(const float *first, const float *step, float *total, int terms)
{
    int i = threadIdx.x;
    Compensated c = {first[i], 0.0f};
    for (int k = 0; k < terms; ++k)
        add(c, step[i]);
    total[i] = c.sum + c.lost;
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

typedef unsigned long long u64;
__global__ void earliest(const float *free_at, int *machine, float *time, int n)
{
    __shared__ u64 best;
    int t = threadIdx.x;
    if (t == 0)
        best = ~0ull;
    __syncthreads();
    if (t < n)
        atomicMin(&best, ((u64)__float_as_uint(free_at[t]) << 32) | (unsigned)t);
    __syncthreads();
    if (t == 0) {
        machine[0] = (int)(unsigned)best;
        time[0] = __uint_as_float((unsigned)(best >> 32));
    }
}

__device__ int wrap(int i, int n)
{
    i %= n;
    return i < 0 ? i + n : i;
}

__global__ void advect(const float *q, float *out, float shift, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float from = (float)i - shift;
    float base = floorf(from);
    int cell = (int)base;
    float w = from - base;
    out[i] = (1.0f - w) * q[wrap(cell, n)] + w * q[wrap(cell + 1, n)];
}
