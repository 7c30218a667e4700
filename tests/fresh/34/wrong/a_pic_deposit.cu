// fpcheck: push_and_deposit <<<3, 64>>> x=inout:@a_pic_deposit_x.npy v=inout:@a_pic_deposit_v.npy field=@a_pic_deposit_field.npy rho=empty:3x96 count=200 dt=0.05 --ref 'rho=@a_pic_deposit_rho.npy' --tol rtol=1e-3,atol=1e-3
// expect: error uninitialised at line 47
// why: the block clears its shared charge grid with one cell a thread, but has 64 threads for 97 cells; cells 64 to 96 are summed up by atomicAdd from whatever the memory held
// figure: rho[276] computed 6.83995533, exact 0.00209862844 (70 of 288 elements off)
#include <cuda_runtime.h>

// One step of an electrostatic particle-in-cell code in one dimension: the
// particles of a species (one block each) are pushed by leapfrog in the field
// on the grid, wrapped around, and deposited with linear weights.

constexpr int CELLS = 96;
constexpr int GUARD = 1;
constexpr float LENGTH = 96.0f;

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
    return x >= LENGTH ? 0.0f : x;               // -tiny + LENGTH rounds to LENGTH
}

__device__ Weights weights_at(float x)
{
    Weights w;
    float f = floorf(x);
    w.cell = (int)f;
    w.right = x - f;
    w.left = 1.0f - w.right;
    return w;
}

__device__ float gather(const float* field, const Weights& w)
{
    int next = w.cell + 1 == CELLS ? 0 : w.cell + 1;
    return w.left * field[w.cell] + w.right * field[next];
}

__device__ void clear_grid(float* grid)
{
    if (threadIdx.x < CELLS + GUARD)
        grid[threadIdx.x] = 0.0f;
}

__device__ void deposit(float* grid, const Weights& w, float charge)
{
    atomicAdd(&grid[w.cell], charge * w.left);
    atomicAdd(&grid[w.cell + 1], charge * w.right);
}

// The guard cell is the first one, a period on.
__device__ void fold(float* grid)
{
    if (threadIdx.x == 0)
        grid[0] += grid[CELLS];
}

// Binomial smoothing (1 2 1) / 4 on the periodic grid.
__device__ float smoothed(const float* grid, int c)
{
    int before = c == 0 ? CELLS - 1 : c - 1;
    int after = c == CELLS - 1 ? 0 : c + 1;
    return 0.25f * (grid[before] + 2.0f * grid[c] + grid[after]);
}

// The neutralising background: minus the mean density.
__device__ float background(int count, float charge)
{
    return -(float)count * charge / (float)CELLS;
}

__device__ void push(float& x, float& v, const float* field, float dt)
{
    Weights w = weights_at(x);
    v += gather(field, w) * dt;
    x = wrap(x + v * dt);
}

__global__ void push_and_deposit(float* x, float* v, const float* field, float* rho, int count, float dt)
{
    __shared__ float grid[CELLS + GUARD];
    clear_grid(grid);
    __syncthreads();
    float* xs = x + blockIdx.x * count;
    float* vs = v + blockIdx.x * count;
    const float charge = 1.0f;
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        float xi = xs[i], vi = vs[i];
        push(xi, vi, field, dt);
        deposit(grid, weights_at(xi), charge);
        xs[i] = xi;
        vs[i] = vi;
    }
    __syncthreads();
    fold(grid);
    __syncthreads();
    float back = background(count, charge);
    for (int c = threadIdx.x; c < CELLS; c += blockDim.x)
        rho[blockIdx.x * CELLS + c] = smoothed(grid, c) + back;
}
