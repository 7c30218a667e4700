// fpcheck: step <<<2, 32>>> h=[2.0,2.01,2.02,2.03,2.04,2.05,2.06,2.0,2.01,2.02,2.03,2.04,2.05,2.06,2.0,2.01,2.02,2.03,2.04,2.05,2.06,2.0,2.01,2.02,1.08,1.0,1.02,1.04,1.06,1.08,1.0,1.02,1.04,1.06,1.08,1.0,1.02,1.04,1.06,1.08,1.0,1.02,1.04,1.06,1.08,1.0,1.02,1.04,1.06,1.08,1.0,1.02,1.04,1.06,1.08,1.0,1.02,1.04,1.06,1.08,1.0,1.02,1.04,1.06] q=[0.3,0.36,0.42,0.48,0.32,0.38,0.44,0.5,0.34,0.4,0.46,0.3,0.36,0.42,0.48,0.32,0.38,0.44,0.5,0.34,0.4,0.46,0.3,0.36,0.42,0.48,0.32,0.38,0.44,0.5,0.34,0.4,0.46,0.3,0.36,0.42,0.48,0.32,0.38,0.44,0.5,0.34,0.4,0.46,0.3,0.36,0.42,0.48,0.32,0.38,0.44,0.5,0.34,0.4,0.46,0.3,0.36,0.42,0.48,0.32,0.38,0.44,0.5,0.34] h_new=empty:64 q_new=empty:64 courant=empty:2 ratio=0.05 n=64
// expect: ok
// why: a shared tile with two ghost cells, a square root of a clamped depth and division by a floored depth; each is in order
// figure: error 1.6e-7 absolute, the largest at h_new, q_new, allowance 16 ulp, about 1e-6, or by sensitivity
// One finite-volume step of the shallow water equations in one dimension (Rusanov flux), reflecting walls.
#include <cuda_runtime.h>

#define TILE 32
#define GRAVITY 9.81f
#define DRY 1.0e-4f

struct State {
    float h;   // depth
    float q;   // discharge
};

// ------------------------------------------------------------- physics

__device__ inline State operator+(State a, State b)
{
    State s;
    s.h = a.h + b.h;
    s.q = a.q + b.q;
    return s;
}

__device__ inline State operator-(State a, State b)
{
    State s;
    s.h = a.h - b.h;
    s.q = a.q - b.q;
    return s;
}

__device__ inline State operator*(float f, State a)
{
    State s;
    s.h = f * a.h;
    s.q = f * a.q;
    return s;
}

__device__ inline float velocity(State s)
{
    return s.h > DRY ? s.q / s.h : 0.0f;
}

__device__ inline float celerity(State s)
{
    return sqrtf(GRAVITY * fmaxf(s.h, 0.0f));
}

__device__ inline State physical_flux(State s)
{
    State f;
    f.h = s.q;
    f.q = s.q * velocity(s) + 0.5f * GRAVITY * s.h * s.h;
    return f;
}

__device__ inline float fastest(State l, State r)
{
    float a = fabsf(velocity(l)) + celerity(l);
    float b = fabsf(velocity(r)) + celerity(r);
    return fmaxf(a, b);
}

// Local Lax-Friedrichs.
__device__ State rusanov(State l, State r)
{
    float speed = fastest(l, r);
    State mean = 0.5f * (physical_flux(l) + physical_flux(r));
    State jump = (0.5f * speed) * (r - l);
    return mean - jump;
}

// ------------------------------------------------------------- the tile

struct Tile {
    float h[TILE + 2];
    float q[TILE + 2];
};

__device__ inline void put(Tile &tile, int k, State s)
{
    tile.h[k] = s.h;
    tile.q[k] = s.q;
}

__device__ inline State get(const Tile &tile, int k)
{
    State s;
    s.h = tile.h[k];
    s.q = tile.q[k];
    return s;
}

__device__ inline State cell(const float *h, const float *q, int i)
{
    State s;
    s.h = h[i];
    s.q = q[i];
    return s;
}

// A wall mirrors the cell beside it.
__device__ State cell_or_wall(const float *h, const float *q, int i, int n)
{
    if (i >= 0 && i < n)
        return cell(h, q, i);
    State s = cell(h, q, i < 0 ? 0 : n - 1);
    s.q = -s.q;
    return s;
}

__device__ void load(Tile &tile, const float *h, const float *q, int n)
{
    int t = threadIdx.x;
    int first = blockIdx.x * TILE;
    put(tile, t + 1, cell_or_wall(h, q, first + t, n));
    if (t == 0)
        put(tile, 0, cell_or_wall(h, q, first - 1, n));
    if (t == 1)
        put(tile, TILE + 1, cell_or_wall(h, q, first + TILE, n));
}

// ------------------------------------------------------------- time step

// The largest Courant number of the warp's cells.
__device__ float largest_courant(State s, float ratio)
{
    float c = ratio * fastest(s, s);
    for (int k = TILE / 2; k > 0; k >>= 1)
        c = fmaxf(c, __shfl_xor_sync(0xffffffffu, c, k));
    return c;
}

// ------------------------------------------------------------- kernel

__global__ void step(const float *h, const float *q, float *h_new, float *q_new, float *courant, float ratio,
                     int n)
{
    __shared__ Tile tile;
    load(tile, h, q, n);
    __syncthreads();

    int i = blockIdx.x * TILE + threadIdx.x;
    if (i >= n)
        return;
    int k = threadIdx.x + 1;
    float c = largest_courant(get(tile, k), ratio);
    if (threadIdx.x == 0)
        courant[blockIdx.x] = c;
    State left = rusanov(get(tile, k - 1), get(tile, k));
    State right = rusanov(get(tile, k), get(tile, k + 1));
    State next = get(tile, k) - ratio * (right - left);
    h_new[i] = fmaxf(next.h, 0.0f);
    q_new[i] = next.h > DRY ? next.q : 0.0f;
}
