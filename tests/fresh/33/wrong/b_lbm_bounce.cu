// fpcheck: lattice_boltzmann <<<1, 192>>> ux0=0.08 omega=1.25 steps=24 ux=empty:12x16 uy=empty:12x16 density=empty:12x16 profile=empty:12 --ref 'ux=@b_lbm_ux.npy' --tol rtol=1e-3,atol=1e-5
// expect: error mismatch at line 14
// why: the table of opposite directions swaps 5 with 8 and 6 with 7, which reflects at the wall like a mirror: free slip where bounce-back must give no slip
// figure: ux[0, 0] computed 0.0799999684, MPFR 0.0141787561
#include <cuda_runtime.h>

constexpr int NX = 16, NY = 12, CELLS = NX * NY, Q = 9;

//  6 2 5
//  3 0 1
//  7 4 8
__constant__ int CX[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int CY[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ int OPPOSITE[Q] = {0, 3, 4, 1, 2, 8, 7, 6, 5};
__constant__ float W[Q] = {4.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9,
                           1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};

// density and velocity of a cell
struct Moments {
    float rho, ux, uy;
};

// second order in the velocity
__device__ float equilibrium(int q, Moments m)
{
    float cu = CX[q] * m.ux + CY[q] * m.uy;
    float uu = m.ux * m.ux + m.uy * m.uy;
    return W[q] * m.rho * (1.0f + 3.0f * cu + 4.5f * cu * cu - 1.5f * uu);
}

__device__ Moments moments(const float* f)
{
    Moments m = {0.0f, 0.0f, 0.0f};
    for (int q = 0; q < Q; ++q) {
        m.rho += f[q];
        m.ux += CX[q] * f[q];
        m.uy += CY[q] * f[q];
    }
    m.ux /= m.rho;
    m.uy /= m.rho;
    return m;
}

// relaxation towards the local equilibrium (BGK)
__device__ void collide(float* f, float omega)
{
    Moments m = moments(f);
    for (int q = 0; q < Q; ++q)
        f[q] += omega * (equilibrium(q, m) - f[q]);
}

// Pull: population q comes from the cell against its direction; from a wall it is the
// cell's own population of the opposite direction that comes back.
__device__ float pull(const float grid[Q][CELLS], int x, int y, int q)
{
    int sx = x - CX[q];
    int sy = y - CY[q];
    if (sy < 0 || sy >= NY)
        return grid[OPPOSITE[q]][y * NX + x];
    sx = (sx + NX) % NX;
    return grid[q][sy * NX + sx];
}

// mean over the 16 cells of a row: rows are the halves of a warp
__device__ float row_mean(float v, int x)
{
    for (int off = NX / 2; off > 0; off >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, off, NX);
    return x == 0 ? v / NX : 0.0f;
}

// A channel between walls at rest, periodic in x, that starts at a uniform speed and is
// slowed by the walls. One thread a cell.
__global__ void lattice_boltzmann(float ux0, float omega, int steps, float* ux, float* uy, float* density,
                                  float* profile)
{
    __shared__ float grid[Q][CELLS];
    int c = threadIdx.x;
    int x = c % NX;
    int y = c / NX;
    float f[Q];
    Moments start = {1.0f, ux0, 0.0f};
    for (int q = 0; q < Q; ++q)
        f[q] = equilibrium(q, start);
    for (int s = 0; s < steps; ++s) {
        collide(f, omega);
        for (int q = 0; q < Q; ++q)
            grid[q][c] = f[q];
        __syncthreads();
        for (int q = 0; q < Q; ++q)
            f[q] = pull(grid, x, y, q);
        __syncthreads();
    }
    Moments m = moments(f);
    ux[c] = m.ux;
    uy[c] = m.uy;
    density[c] = m.rho;
    float mean = row_mean(m.ux, x);
    if (x == 0)
        profile[y] = mean;
}
