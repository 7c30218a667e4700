// fpcheck: push_and_deposit <<<3, 64>>> x=inout:@a_pic_fixed_x.npy v=inout:@a_pic_fixed_v.npy field=@a_pic_fixed_field.npy rho=empty:3x80 count=150 dt=0.125 --ref 'rho=@a_pic_fixed_rho.npy' --tol rtol=1e-3,atol=1e-3
// expect: ok
// why: charges are deposited as 40.24 fixed-point integers, so that the order of the atomics does not matter; the grid is cleared with a stride, the guard cell folded, and a wrapped position that rounds up to the length is guarded
// figure: largest relative error at rho[206]: computed 0.186477661, exact 0.186479303, off by 1.6e-06, within rtol=1e-3,atol=1e-3
#include <cuda_runtime.h>

// One leapfrog step of a one-dimensional particle-in-cell code with
// reproducible deposition.

constexpr int CELLS = 80;
constexpr int GUARD = 1;
constexpr float LENGTH = 80.0f;
constexpr float ONE = 16777216.0f;               // 2^24

struct Grid {
    unsigned long long charge[CELLS + GUARD];
};

struct Weights {
    int cell;
    float left, right;
};

__device__ float wrap(float x)
{
    if (x >= LENGTH)
        x -= LENGTH;
    if (x < 0.0f)
        x += LENGTH;
    return x < LENGTH ? x : 0.0f;
}

__device__ Weights weights_at(float x)
{
    Weights w;
    w.cell = (int)x;
    w.right = x - (float)w.cell;                 // exact
    w.left = 1.0f - w.right;
    return w;
}

__device__ float gather(const float* field, const Weights& w)
{
    int next = w.cell + 1 == CELLS ? 0 : w.cell + 1;
    return fmaf(w.right, field[next] - field[w.cell], field[w.cell]);
}

__device__ void clear_grid(Grid& g)
{
    for (int c = threadIdx.x; c < CELLS + GUARD; c += blockDim.x)
        g.charge[c] = 0ull;
}

__device__ long long fixed(float q)
{
    return __float2ll_rn(q * ONE);
}

// Both halves of a particle's charge add up to it exactly.
__device__ void deposit(Grid& g, const Weights& w, float charge)
{
    long long all = fixed(charge);
    long long right = fixed(charge * w.right);
    atomicAdd(&g.charge[w.cell], (unsigned long long)(all - right));
    atomicAdd(&g.charge[w.cell + 1], (unsigned long long)right);
}

__device__ void push(float& x, float& v, const float* field, float dt)
{
    v = fmaf(gather(field, weights_at(x)), dt, v);
    x = wrap(fmaf(v, dt, x));
}

__device__ float to_float(unsigned long long c)
{
    return (float)(long long)c * (1.0f / ONE);
}

__global__ void push_and_deposit(float* x, float* v, const float* field, float* rho, int count, float dt)
{
    __shared__ Grid grid;
    clear_grid(grid);
    __syncthreads();
    float* xs = x + blockIdx.x * count;
    float* vs = v + blockIdx.x * count;
    // electrons, and two kinds of ions
    float charge = blockIdx.x == 0 ? -1.0f : (float)blockIdx.x;
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        float xi = xs[i], vi = vs[i];
        push(xi, vi, field, dt);
        deposit(grid, weights_at(xi), charge);
        xs[i] = xi;
        vs[i] = vi;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        grid.charge[0] += grid.charge[CELLS];
    __syncthreads();
    for (int c = threadIdx.x; c < CELLS; c += blockDim.x)
        rho[blockIdx.x * CELLS + c] = to_float(grid.charge[c]);
}
