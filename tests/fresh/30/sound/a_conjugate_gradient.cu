// fpcheck: conjugate_gradient <<<1, 64>>> b=@a_conjugate_gradient_b.npy x=empty:64 history=empty:15 n=64 shift=0.5 iterations=14 --ref x=@a_conjugate_gradient_want.npy --tol rtol=1e-4,atol=1e-5
// fpcheck+ heat_content <<<1, 64>>> content=empty:1 n=64
// expect: ok
// why: ratios of residual norms that shrink towards nothing look like cancellation; the method corrects itself, and the iterate is good to a few ulps of its norm
// figure: computed x[5]=0.24345037, MPFR 0.24345039 (error at most 1.8e-07, tolerance 1e-5)
// Conjugate gradients for the implicit diffusion step (tridiagonal: -1, 2 + shift, -1; fixed ends), one block, one row a thread.
// A fixed number of iterations; the squared residual norms are kept for the log.

#define THREADS 64
#define WARPS (THREADS / 32)

struct workspace {
    float p[THREADS + 2]; // search direction with a zero on either side
    float partial[WARPS];
    float total;
};

__device__ float warp_sum(float v)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

// The sum over the block, the same in every thread.
__device__ float block_sum(workspace &w, float v)
{
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;
    v = warp_sum(v);
    if (lane == 0)
        w.partial[warp] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float s = 0.0f;
        for (int i = 0; i < WARPS; i++)
            s += w.partial[i];
        w.total = s;
    }
    __syncthreads();
    const float result = w.total;
    // the next call writes partial and total again
    __syncthreads();
    return result;
}

// The rows of the matrix.
struct tridiagonal {
    float diagonal;

    __device__ explicit tridiagonal(float shift) : diagonal(2.0f + shift) {}

    __device__ float row(const workspace &w, int i) const
    {
        // p[i + 1] is the own element
        return diagonal * w.p[i + 1] - (w.p[i] + w.p[i + 2]);
    }
};

__device__ void clear_borders(workspace &w)
{
    if (threadIdx.x == 0) {
        w.p[0] = 0.0f;
        w.p[THREADS + 1] = 0.0f;
    }
}

__device__ void publish(workspace &w, int i, float p)
{
    w.p[i + 1] = p;
    __syncthreads();
}

// What a thread holds of the vectors.
struct row_state {
    float x, r, p;
};

__device__ row_state start(float b)
{
    row_state s;
    s.x = 0.0f;
    s.r = b;
    s.p = b;
    return s;
}

__device__ __forceinline__ void record(float *history, int k, float v)
{
    if (threadIdx.x == 0)
        history[k] = v;
}

// One iteration; returns the new squared residual norm.
__device__ float iterate(workspace &w, const tridiagonal &a, row_state &s, float rr, int i, bool inside)
{
    publish(w, i, inside ? s.p : 0.0f);
    const float q = inside ? a.row(w, i) : 0.0f;

    const float pq = block_sum(w, s.p * q);
    // a residual of zero has nothing to correct
    const float alpha = pq > 0.0f ? rr / pq : 0.0f;
    s.x = fmaf(alpha, s.p, s.x);
    s.r = fmaf(-alpha, q, s.r);

    const float next = block_sum(w, s.r * s.r);
    const float beta = rr > 0.0f ? next / rr : 0.0f;
    s.p = fmaf(beta, s.p, s.r);
    return next;
}

__global__ void conjugate_gradient(const float *__restrict__ b, float *x, float *history, int n, float shift, int iterations)
{
    __shared__ workspace w;
    const int i = threadIdx.x;
    const bool inside = i < n;
    const tridiagonal a(shift);

    clear_borders(w);
    row_state s = start(inside ? b[i] : 0.0f);
    float rr = block_sum(w, s.r * s.r);
    record(history, 0, rr);

    for (int k = 1; k <= iterations; k++) {
        rr = iterate(w, a, s, rr, i, inside);
        record(history, k, rr);
    }

    if (inside)
        x[i] = s.x;
}

// The heat content: what the profile sums to; one block. Diffusion with fixed ends loses some of it each step.
__global__ void heat_content(const float *__restrict__ x, float *content, int n)
{
    __shared__ workspace w;
    const float total = block_sum(w, threadIdx.x < n ? fabsf(x[threadIdx.x]) : 0.0f);
    if (threadIdx.x == 0)
        *content = total;
}

// Host side: one diffusion step of a profile that fits a block.
bool diffuse(const float *b, float *x, float *history, int n, float shift, int iterations, cudaStream_t stream)
{
    if (n > THREADS)
        return false;
    conjugate_gradient<<<1, THREADS, 0, stream>>>(b, x, history, n, shift, iterations);
    return cudaGetLastError() == cudaSuccess;
}
