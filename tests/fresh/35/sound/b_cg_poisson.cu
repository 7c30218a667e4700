// fpcheck: solve <<<2, 64>>> f=@b_cg_f.npy u=empty:2x64 iterations=empty:2:i32 limit=60 --ref u=@b_cg_ref.npy --tol rtol=1e-4,atol=2e-4
// expect: ok
// why: conjugate gradients until the residual is a millionth: the residual's digits cancel away by design, alpha and beta are quotients of vanishing numbers, and the guard keeps 0/0 out; one right hand side is zero and stops at once
// figure: u: largest error 4.69e-07 (3.94e-05 relative at its worst, largest |value| 1.67066), as simulated
#include <cuda_runtime.h>

// -laplace u = f on an 8 x 8 interior grid with zero boundary, one block a right hand side
namespace poisson {

constexpr int SIDE = 8;
constexpr int CELLS = SIDE * SIDE;

struct Shared {
    float p[CELLS];
    float partial[CELLS / 32];
};

__device__ float block_sum(Shared &s, float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        s.partial[threadIdx.x / 32] = v;
    __syncthreads();
    float total = 0.0f;
    for (int w = 0; w < CELLS / 32; w++)
        total += s.partial[w];
    return total;
}

__device__ float neighbour(const Shared &s, int y, int x)
{
    return (y >= 0 && y < SIDE && x >= 0 && x < SIDE) ? s.p[y * SIDE + x] : 0.0f;
}

__device__ float apply(const Shared &s)
{
    int y = threadIdx.x / SIDE, x = threadIdx.x % SIDE;
    float around = neighbour(s, y - 1, x) + neighbour(s, y + 1, x) + neighbour(s, y, x - 1) + neighbour(s, y, x + 1);
    return 4.0f * s.p[threadIdx.x] - around;
}

__device__ void publish(Shared &s, float p)
{
    __syncthreads();
    s.p[threadIdx.x] = p;
    __syncthreads();
}

__device__ bool small(float rr, float first)
{
    const float relative = 1e-6f;
    return rr <= relative * relative * first;
}

struct State {
    float x, r, p, rr, first;
};

__device__ State begin(Shared &s, float f)
{
    State t;
    t.x = 0.0f;
    t.r = f;
    t.p = f;
    t.rr = block_sum(s, f * f);
    t.first = t.rr;
    return t;
}

__device__ void step(Shared &s, State &t)
{
    publish(s, t.p);
    float ap = apply(s);
    float pap = block_sum(s, t.p * ap);
    float alpha = t.rr / pap;
    t.x = fmaf(alpha, t.p, t.x);
    t.r = fmaf(-alpha, ap, t.r);
    float rr = block_sum(s, t.r * t.r);
    float beta = rr / t.rr;
    t.p = fmaf(beta, t.p, t.r);
    t.rr = rr;
}

} // namespace poisson

__global__ void solve(const float *f, float *u, int *iterations, int limit)
{
    using namespace poisson;
    __shared__ Shared s;
    int i = blockIdx.x * CELLS + threadIdx.x;
    State t = begin(s, f[i]);
    int k = 0;
    // every thread holds the same sums, so that all leave the loop together
    while (k < limit && !small(t.rr, t.first)) {
        step(s, t);
        k++;
    }
    u[i] = t.x;
    if (threadIdx.x == 0)
        iterations[blockIdx.x] = k;
}
