// fpcheck: conjugate_gradient <<<1, 64>>> diagonal=uniform(4,5):64 upper=uniform(-1,-0.5):64 right=uniform(-1,1):64 solution=empty:64 residual=empty:1 n=64 iterations=6
// expect: error race on shared memory at line 32
// why: dot() returns after reading the partial sums without a barrier: the other warp may already write those of the next product
// figure: computed undefined (two barriers are needed around a reused buffer), MPFR the CG iterate
// Conjugate gradients for one tridiagonal symmetric system a block, everything in shared memory.
// upper[i] couples i and i + 1; the last one is not used.

#define SIZE 64
#define WARPS (SIZE / 32)

struct Workspace {
    float diagonal[SIZE];
    float upper[SIZE];
    float direction[SIZE];
    float partial[WARPS];
};

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

// The sum over the block of a product, in every thread
__device__ float dot(Workspace &w, float a, float b)
{
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    float sum = warp_sum(a * b);
    if (lane == 0)
        w.partial[warp] = sum;
    __syncthreads();
    float total = 0.0f;
    for (int i = 0; i < WARPS; i++)
        total += w.partial[i];
    return total;
}

// Row t of the matrix times the direction
__device__ float apply(const Workspace &w, int t, int n)
{
    float sum = w.diagonal[t] * w.direction[t];
    if (t > 0)
        sum += w.upper[t - 1] * w.direction[t - 1];
    if (t + 1 < n)
        sum += w.upper[t] * w.direction[t + 1];
    return sum;
}

__device__ void load(
    Workspace &w,
    const float *diagonal,
    const float *upper,
    int n)
{
    int t = threadIdx.x;
    w.diagonal[t] = t < n ? diagonal[t] : 1.0f;
    w.upper[t] = t < n - 1 ? upper[t] : 0.0f;
    w.direction[t] = 0.0f;
}

struct State {
    float x;
    float r;
    float p;
    float rr;
};

__device__ State start(Workspace &w, const float *right, int n)
{
    int t = threadIdx.x;
    State s;
    s.x = 0.0f;
    s.r = t < n ? right[t] : 0.0f;
    s.p = s.r;
    s.rr = dot(w, s.r, s.r);
    return s;
}

// The direction is published to the neighbours
__device__ void publish(Workspace &w, float p)
{
    w.direction[threadIdx.x] = p;
    __syncthreads();
}

__device__ float step_length(float rr, float pap)
{
    return pap > 0.0f ? rr / pap : 0.0f;
}

__device__ float next_weight(float fresh, float old)
{
    return old > 0.0f ? fresh / old : 0.0f;
}

__device__ bool step(Workspace &w, State &s, int n)
{
    int t = threadIdx.x;
    float ap = t < n ? apply(w, t, n) : 0.0f;
    float pap = dot(w, s.p, ap);
    float alpha = step_length(s.rr, pap);
    s.x += alpha * s.p;
    s.r -= alpha * ap;
    float fresh = dot(w, s.r, s.r);
    float beta = next_weight(fresh, s.rr);
    s.rr = fresh;
    s.p = s.r + beta * s.p;
    return fresh > 0.0f;
}

__device__ void store(
    const State &s,
    float *solution,
    float *residual,
    int n)
{
    int t = threadIdx.x;
    if (t < n)
        solution[blockIdx.x * n + t] = s.x;
    if (t == 0)
        residual[blockIdx.x] = sqrtf(s.rr);
}

__global__ void conjugate_gradient(
    const float *diagonal,
    const float *upper,
    const float *right,
    float *solution,
    float *residual,
    int n,
    int iterations)
{
    __shared__ Workspace w;
    int base = blockIdx.x * n;
    load(w, diagonal + base, upper + base, n);
    State s = start(w, right + base, n);
    publish(w, s.p);
    for (int k = 0; k < iterations; k++) {
        if (!step(w, s, n))
            break;
        publish(w, s.p);
    }
    store(s, solution, residual, n);
}

// Largest and smallest of the residuals of a batch, to decide on more iterations
__global__ void residual_range(const float *residual, float *range, int systems)
{
    float low = residual[0];
    float high = residual[0];
    for (int i = threadIdx.x; i < systems; i += 32) {
        low = fminf(low, residual[i]);
        high = fmaxf(high, residual[i]);
    }
    for (int d = 16; d > 0; d >>= 1) {
        low = fminf(low, __shfl_down_sync(0xffffffffu, low, d));
        high = fmaxf(high, __shfl_down_sync(0xffffffffu, high, d));
    }
    if (threadIdx.x == 0) {
        range[0] = low;
        range[1] = high;
    }
}
