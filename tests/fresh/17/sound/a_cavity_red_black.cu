// fpcheck: cavity<<<2, (16, 16)>>> psi=empty:512 fastest=empty:2 strength=40.0 relaxation=1.5 sweeps=10
// expect: ok
// why: an in-place sweep that looks like a race: each colour writes its own cells and reads the other, with barriers between
// figure: psi off by 1.1e-7 of its largest value, the fastest speed by 4e-8 relative
#include <cuda_runtime.h>

#define NX 16
#define NY 16
#define PITCH (NX + 2)

// ---------------------------------------------------------------- the grid in shared memory

__device__ inline int at(int x, int y)
{
    return (y + 1) * PITCH + (x + 1);
}

__device__ inline bool red(int x, int y)
{
    return ((x + y) & 1) == 0;
}

// the frame is a wall at rest
__device__ void clear(float *grid, int t, int threads)
{
    for (int i = t; i < PITCH * (NY + 2); i += threads)
        grid[i] = 0.0f;
}

// ---------------------------------------------------------------- stencils

struct Stencil {
    float centre, west, east, south, north;
};

__device__ inline Stencil stencil(const float *grid, int x, int y)
{
    return {grid[at(x, y)], grid[at(x - 1, y)], grid[at(x + 1, y)], grid[at(x, y - 1)], grid[at(x, y + 1)]};
}

__device__ inline float neighbours(Stencil s)
{
    return (s.west + s.east) + (s.south + s.north);
}

// -laplace(psi) = omega, spacing h
__device__ inline float gauss_seidel(Stencil s, float source)
{
    return 0.25f * (neighbours(s) + source);
}

__device__ inline float over_relax(float before, float after, float relaxation)
{
    return before + relaxation * (after - before);
}

__device__ inline float residual(Stencil s, float source)
{
    return neighbours(s) - 4.0f * s.centre + source;
}

__device__ inline float vertical_speed(Stencil s, float h)
{
    return (s.west - s.east) / (2.0f * h);
}

__device__ inline float horizontal_speed(Stencil s, float h)
{
    return (s.north - s.south) / (2.0f * h);
}

// ---------------------------------------------------------------- half sweeps

// Cells of one colour read cells of the other only, so the sweep may be in place.
__device__ void sweep(float *grid, float source, int x, int y, bool colour, float relaxation)
{
    if (red(x, y) == colour) {
        Stencil s = stencil(grid, x, y);
        grid[at(x, y)] = over_relax(s.centre, gauss_seidel(s, source), relaxation);
    }
}

// ---------------------------------------------------------------- block reduction

__device__ float warp_max(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}

__device__ float block_max(float v, float *slots, int t, int threads)
{
    v = warp_max(v);
    if ((t & 31) == 0)
        slots[t >> 5] = v;
    __syncthreads();
    int warps = threads >> 5;
    // speeds are not negative, so zero is neutral
    float w = t < warps ? slots[t] : 0.0f;
    if (t < 32)
        w = warp_max(w);
    return w;
}

// ---------------------------------------------------------------- vorticity

// A pair of vortices that turn against each other.
__device__ inline float blob(float x, float y, float cx, float cy, float width)
{
    float dx = x - cx, dy = y - cy;
    return expf(-(dx * dx + dy * dy) / (width * width));
}

__device__ inline float vorticity(int x, int y, float strength)
{
    float fx = ((float)x + 0.5f) / (float)NX;
    float fy = ((float)y + 0.5f) / (float)NY;
    return strength * (blob(fx, fy, 0.3f, 0.4f, 0.15f) - 0.5f * blob(fx, fy, 0.7f, 0.6f, 0.2f));
}

// ---------------------------------------------------------------- the kernel
//
// Stream function of a cavity by red-black successive over-relaxation, then the fastest speed.

__global__ void cavity(float *psi, float *fastest, float strength, float relaxation, int sweeps)
{
    __shared__ float grid[PITCH * (NY + 2)];
    __shared__ float slots[32];
    int x = threadIdx.x;
    int y = threadIdx.y;
    int t = y * NX + x;
    int threads = NX * NY;
    float h = 1.0f / (float)NX;
    float source = h * h * vorticity(x, y, strength * (float)(blockIdx.x + 1));

    clear(grid, t, threads);
    __syncthreads();
    for (int s = 0; s < sweeps; s++) {
        sweep(grid, source, x, y, true, relaxation);
        __syncthreads();
        sweep(grid, source, x, y, false, relaxation);
        __syncthreads();
    }

    Stencil s = stencil(grid, x, y);
    float u = horizontal_speed(s, h);
    float v = vertical_speed(s, h);
    float top = block_max(sqrtf(u * u + v * v), slots, t, threads);
    psi[(blockIdx.x * NY + y) * NX + x] = s.centre;
    if (t == 0)
        fastest[blockIdx.x] = top;
}
