// fpcheck: set_pulse <<<(3,3), (8,8)>>> before=empty:24x24 now=empty:24x24 courant=empty:24x24 dt=0.125
// fpcheck+ wave_step <<<(3,3), (8,8)>>> older=before current=now speed=courant after=empty:24x24
// fpcheck+ line_energy <<<1, 32>>> u=after energy=empty:1 peak=empty:1
// expect: error off-by-one halo, uninitialised shared memory at line 104
// why: only one of the two halo rows above and below is loaded (ty < REACH - 1): the outer points read shared memory that nothing wrote
// figure: computed undefined, MPFR 0.923473421 (after, x 11, y 9)
// Acoustic waves on a grid: fourth order in space, second in time, tiles with a halo of two in shared memory.
// First a kernel that sets a pulse and the velocities, then a time step, then the energy of the field.
#include <cuda_runtime.h>

#define SIDE 24
#define TILE 8
#define REACH 2
#define PADDED (TILE + 2 * REACH)

// ---------------------------------------------------------------- coefficients

__device__ inline float c0()
{
    return -2.5f;
}

__device__ inline float c1()
{
    return 1.3333333333333333f;
}

__device__ inline float c2()
{
    return -0.08333333333333333f;
}

// ---------------------------------------------------------------- the grid

__device__ inline int at(int x, int y)
{
    return y * SIDE + x;
}

__device__ inline bool inside(int x, int y)
{
    return x >= 0 && x < SIDE && y >= 0 && y < SIDE;
}

// Zero outside: a rigid boundary.
__device__ inline float field(const float *u, int x, int y)
{
    return inside(x, y) ? u[at(x, y)] : 0.0f;
}

__device__ inline float velocity(int y)
{
    return 2.0f + 0.0625f * (float)y;
}

// ---------------------------------------------------------------- set-up

__device__ inline float ricker(float r2)
{
    return (1.0f - r2) * expf(-0.5f * r2);
}

__global__ void set_pulse(float *before, float *now, float *courant, float dt)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (!inside(x, y))
        return;
    float dx = (float)(x - 11), dy = (float)(y - 9);
    float u = ricker((dx * dx + dy * dy) * 0.125f);
    before[at(x, y)] = u;
    now[at(x, y)] = u;
    float c = velocity(y) * dt;
    courant[at(x, y)] = c * c;
}

// ---------------------------------------------------------------- a step

typedef float Tile[PADDED][PADDED];

// The block's own part, and its halo: the first threads of a row or column take it along.
__device__ void load_tile(Tile tile, const float *u, int x0, int y0)
{
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = x0 + tx, y = y0 + ty;
    tile[ty + REACH][tx + REACH] = field(u, x, y);
    if (tx < REACH) {
        tile[ty + REACH][tx] = field(u, x - REACH, y);
        tile[ty + REACH][tx + TILE + REACH] = field(u, x + TILE, y);
    }
    if (ty < REACH - 1) {
        tile[ty][tx + REACH] = field(u, x, y - REACH);
        tile[ty + TILE + REACH][tx + REACH] = field(u, x, y + TILE);
    }
}

__device__ inline float across(const Tile tile, int cx, int cy)
{
    return c1() * (tile[cy][cx - 1] + tile[cy][cx + 1]) + c2() * (tile[cy][cx - 2] + tile[cy][cx + 2]);
}

__device__ inline float along(const Tile tile, int cx, int cy)
{
    return c1() * (tile[cy - 1][cx] + tile[cy + 1][cx]) + c2() * (tile[cy - 2][cx] + tile[cy + 2][cx]);
}

__device__ inline float laplacian(const Tile tile, int cx, int cy)
{
    return 2.0f * c0() * tile[cy][cx] + across(tile, cx, cy) + along(tile, cx, cy);
}

__global__ void wave_step(const float *older, const float *current, const float *speed, float *after)
{
    __shared__ Tile tile;
    int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;
    load_tile(tile, current, x0, y0);
    __syncthreads();
    int cx = threadIdx.x + REACH, cy = threadIdx.y + REACH;
    int i = at(x0 + threadIdx.x, y0 + threadIdx.y);
    float u = tile[cy][cx];
    after[i] = u + (u - older[i]) + speed[i] * laplacian(tile, cx, cy);
}

// ---------------------------------------------------------------- a record

__device__ inline float larger(float a, float b)
{
    return fmaxf(a, fabsf(b));
}

__global__ void line_energy(const float *u, float *energy, float *peak)
{
    __shared__ float rows[SIDE];
    __shared__ float peaks[SIDE];
    int y = threadIdx.x;
    if (y < SIDE) {
        float sum = 0.0f;
        float most = 0.0f;
        for (int x = 0; x < SIDE; x++) {
            sum += u[at(x, y)] * u[at(x, y)];
            most = larger(most, u[at(x, y)]);
        }
        rows[y] = sum;
        peaks[y] = most;
    }
    __syncthreads();
    if (y == 0) {
        float total = 0.0f;
        float most = 0.0f;
        for (int k = 0; k < SIDE; k++) {
            total += rows[k];
            most = larger(most, peaks[k]);
        }
        energy[0] = total;
        peak[0] = most;
    }
}
