// fpcheck: solve_poisson <<<1, 64>>> want=uniform(1,2):48 b=empty:48 x=empty:48 res=empty:1 n=48 iters=60 ref=x=want --tol rtol=1e-4,atol=0
// expect: error narrowing at line 102: the iterate goes through binary16 at every step, its rounding is never corrected
#include <cuda_runtime.h>
#include <cuda_fp16.h>

// Conjugate gradients for a damped 1D Poisson matrix, one block, everything in shared
// memory. The right-hand side is made from a wanted solution by build_rhs, so that x is known.

#define MAXN 64
#define WARPS 2

struct workspace
{
    float x[MAXN];
    float r[MAXN];
    float ap[MAXN];
    float p[MAXN];
    float scratch[WARPS];
};

__device__ __forceinline__ float load_p(const workspace& w, int i)
{
    return w.p[i];
}

__device__ __forceinline__ void store_p(workspace& w, int i, float v)
{
    w.p[i] = v;
}

__device__ __forceinline__ float diagonal(int i, int n)
{
    return 2.02f;
}

// row i of the matrix times a vector that a function gives
__device__ __forceinline__ float apply_row(const workspace& w, int i, int n)
{
    float s = diagonal(i, n) * load_p(w, i);
    if (i > 0)
        s -= load_p(w, i - 1);
    if (i + 1 < n)
        s -= load_p(w, i + 1);
    return s;
}

__device__ float block_sum(float v, float* scratch)
{
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    __syncthreads();
    if (lane == 0)
        scratch[warp] = v;
    __syncthreads();
    float total = 0.0f;
    for (int k = 0; k < WARPS; ++k)
        total += scratch[k];
    return total;
}

__device__ float build_rhs(const float* want, int i, int n)
{
    float s = diagonal(i, n) * want[i];
    if (i > 0)
        s -= want[i - 1];
    if (i + 1 < n)
        s -= want[i + 1];
    return s;
}

__device__ void start(workspace& w, float rhs, int i, int n)
{
    w.x[i] = 0.0f;
    w.r[i] = i < n ? rhs : 0.0f;
    store_p(w, i, i < n ? rhs : 0.0f);
}

__device__ float dot_rr(workspace& w, int i, int n)
{
    float v = i < n ? w.r[i] * w.r[i] : 0.0f;
    return block_sum(v, w.scratch);
}

__device__ float dot_pap(workspace& w, int i, int n)
{
    float v = i < n ? load_p(w, i) * w.ap[i] : 0.0f;
    return block_sum(v, w.scratch);
}

__device__ void multiply(workspace& w, int i, int n)
{
    if (i < n)
        w.ap[i] = apply_row(w, i, n);
    __syncthreads();
}

__device__ void step(workspace& w, float alpha, int i, int n)
{
    if (i < n) {
        w.x[i] = __half2float(__float2half_rn(fmaf(alpha, load_p(w, i), w.x[i])));
        w.r[i] = fmaf(-alpha, w.ap[i], w.r[i]);
    }
    __syncthreads();
}

__device__ void redirect(workspace& w, float beta, int i, int n)
{
    if (i < n)
        store_p(w, i, fmaf(beta, load_p(w, i), w.r[i]));
    __syncthreads();
}

__device__ int iterate(workspace& w, int i, int n, int iters, float stop)
{
    float rr = dot_rr(w, i, n);
    int it = 0;
    for (; it < iters; ++it) {
        // the same for every thread: block_sum gives all of them one value
        if (rr <= stop)
            break;
        multiply(w, i, n);
        float pap = dot_pap(w, i, n);
        if (pap <= 0.0f)
            break;
        float alpha = rr / pap;
        step(w, alpha, i, n);
        float next = dot_rr(w, i, n);
        float beta = next / rr;
        redirect(w, beta, i, n);
        rr = next;
    }
    return it;
}

__global__ void __launch_bounds__(64) solve_poisson(const float* want, float* b, float* x, float* res, int n, int iters)
{
    __shared__ workspace w;
    int i = threadIdx.x;

    // 1. right-hand side
    float rhs = 0.0f;
    if (i < n) {
        rhs = build_rhs(want, i, n);
        b[i] = rhs;
    }

    // 2. x = 0, r = p = b
    start(w, rhs, i, n);
    __syncthreads();

    // 3. iterations
    iterate(w, i, n, iters, 1e-9f);

    // 4. solution
    if (i < n)
        x[i] = w.x[i];

    // 5. true residual: b - A x
    if (i < n)
        store_p(w, i, w.x[i]);
    __syncthreads();
    multiply(w, i, n);
    float d = i < n ? rhs - w.ap[i] : 0.0f;
    float rr = block_sum(d * d, w.scratch);
    if (i == 0)
        res[0] = rr < 1e-2f ? 1.0f : 0.0f;
}

// ---- not launched here: a Jacobi sweep to compare with --------------------------------------
__global__ void jacobi_sweep(const float* b, const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s = b[i];
    if (i > 0)
        s += x[i - 1];
    if (i + 1 < n)
        s += x[i + 1];
    y[i] = s / diagonal(i, n);
}

__global__ void max_change(const float* x, const float* y, float* change, int n)
{
    float m = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        m = fmaxf(m, fabsf(x[i] - y[i]));
    for (int o = 16; o > 0; o >>= 1)
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
    if (threadIdx.x == 0)
        change[0] = m;
}

// weighted sweep, omega below 1 damps the high frequencies
__global__ void damped_sweep(const float* b, const float* x, float* y, int n, float omega)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s = b[i] - diagonal(i, n) * x[i];
    if (i > 0)
        s += x[i - 1];
    if (i + 1 < n)
        s += x[i + 1];
    y[i] = fmaf(omega / diagonal(i, n), s, x[i]);
}
