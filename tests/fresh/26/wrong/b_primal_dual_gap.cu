// fpcheck: interior_step <<<1, 64>>> A=uniform(0,1):8x64 x=uniform(10,1000):64 y=uniform(-100,100):8 s=uniform(0.0000001,0.000001):64 dx=uniform(-500,500):64 ds=uniform(-0.000001,0.000001):64 gap=empty:1 alpha=empty:2 rows=8 n=64 --ref 'gap=sum(x*s)' --tol rtol=1e-3
// expect: error cancellation at line 84
// why: the duality gap of a nearly optimal feasible pair is formed as c.x - b.y, two numbers of ten thousands that agree in all their digits
// figure: for data drawn alike: computed gap = -0.5, exact 0.0193099
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
    __shared__ float b[MAX_ROWS];
    int t = threadIdx.x;
    float xi = t < n ? x[t] : 0.0f;
    float si = t < n ? s[t] : 0.0f;

    // Right hand side of the constraints.
    for (int r = 0; r < rows; ++r) {
        float v = block_sum(t < n ? A[r * n + t] * xi : 0.0f, scratch);
        if (t == 0)
            b[r] = v;
    }
    __syncthreads();

    float cost = 0.0f;
    if (t < n)
        cost = (column_dot(A, y, t, rows, n) + si) * xi;
    float primal = block_sum(cost, scratch);
    float dual = 0.0f;
    for (int r = 0; r < rows; ++r)
        dual = fmaf(b[r], y[r], dual);
    float g = primal - dual;

    float primal_step = block_min(t < n ? ratio(xi, dx[t]) : FLT_MAX, scratch);
    float dual_step = block_min(t < n ? ratio(si, ds[t]) : FLT_MAX, scratch);
    if (t == 0) {
        gap[0] = g;
        alpha[0] = damped(primal_step);
        alpha[1] = damped(dual_step);
    }
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
