// fpcheck: channel_flow<<<2, 64>>> populations=inout:uniform(0.08,0.12):1152 speed=empty:128 omega=1.2 gravity=0.001 nx=16 ny=8 steps=2
// expect: error race at line 117
// why: __syncthreads orders one block only: cells at the border of the two blocks read populations that the other block is overwriting
// figure: speed[48..79] computed undefined (race), MPFR what a two-buffer step gives
#include <cuda_runtime.h>

#define Q 9

// ---------------------------------------------------------------- lattice

__constant__ int CX[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int CY[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ int OPPOSITE[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};

__device__ inline float weight(int q)
{
    if (q == 0)
        return 4.0f / 9.0f;
    return q < 5 ? 1.0f / 9.0f : 1.0f / 36.0f;
}

struct Lattice {
    int nx, ny;
};

__device__ inline int cells(Lattice l)
{
    return l.nx * l.ny;
}

__device__ inline int wrap(int i, int n)
{
    if (i < 0)
        return i + n;
    return i >= n ? i - n : i;
}

__device__ inline int slot(Lattice l, int x, int y, int q)
{
    return q * cells(l) + y * l.nx + x;
}

__device__ inline bool solid(Lattice l, int x, int y)
{
    return y == 0 || y == l.ny - 1;
}

// ---------------------------------------------------------------- moments

struct Moments {
    float rho, ux, uy;
};

__device__ Moments moments(const float *f)
{
    Moments m = {0.0f, 0.0f, 0.0f};
    for (int q = 0; q < Q; q++) {
        m.rho += f[q];
        m.ux += (float)CX[q] * f[q];
        m.uy += (float)CY[q] * f[q];
    }
    float inv = 1.0f / m.rho;
    m.ux *= inv;
    m.uy *= inv;
    return m;
}

// speed over the speed of sound of the lattice, 1 / sqrt(3)
__device__ inline float mach(Moments m)
{
    return 1.7320508f * sqrtf(m.ux * m.ux + m.uy * m.uy);
}

__device__ inline float viscosity(float omega)
{
    return (1.0f / omega - 0.5f) / 3.0f;
}

__device__ inline float equilibrium(int q, Moments m)
{
    float cu = 3.0f * ((float)CX[q] * m.ux + (float)CY[q] * m.uy);
    float uu = 1.5f * (m.ux * m.ux + m.uy * m.uy);
    return weight(q) * m.rho * (1.0f + cu + 0.5f * cu * cu - uu);
}

// ---------------------------------------------------------------- collision

__device__ void relax(float *f, float omega, float gravity)
{
    Moments m = moments(f);
    m.ux += gravity / omega;
    for (int q = 0; q < Q; q++)
        f[q] += omega * (equilibrium(q, m) - f[q]);
}

// ---------------------------------------------------------------- streaming

// What arrives at (x, y) along q; walls turn it round.
__device__ inline int source(Lattice l, int x, int y, int q)
{
    int sx = wrap(x - CX[q], l.nx);
    int sy = y - CY[q];
    if (sy < 0 || sy >= l.ny || solid(l, sx, sy))
        return slot(l, x, y, OPPOSITE[q]);
    return slot(l, sx, sy, q);
}

__device__ void pull(const float *populations, Lattice l, int x, int y, float *f)
{
    for (int q = 0; q < Q; q++)
        f[q] = populations[source(l, x, y, q)];
}

__device__ void put(float *populations, Lattice l, int x, int y, const float *f)
{
    for (int q = 0; q < Q; q++)
        populations[slot(l, x, y, q)] = f[q];
}

// ---------------------------------------------------------------- the kernel
//
// One thread a cell; a step is pull, collide, put. The populations are kept in one array: every
// cell has read what it needs before any cell writes.

__global__ void channel_flow(float *populations, float *speed, float omega, float gravity, int nx, int ny, int steps)
{
    Lattice l = {nx, ny};
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = cell < cells(l);
    int x = inside ? cell % nx : 0;
    int y = inside ? cell / nx : 0;
    bool fluid = inside && !solid(l, x, y);
    float f[Q];

    for (int s = 0; s < steps; s++) {
        if (fluid)
            pull(populations, l, x, y, f);
        __syncthreads();
        if (fluid) {
            relax(f, omega, gravity);
            put(populations, l, x, y, f);
        }
        __syncthreads();
    }

    if (inside) {
        float v = 0.0f;
        if (fluid)
            v = moments(f).ux;
        speed[cell] = v;
    }
}
