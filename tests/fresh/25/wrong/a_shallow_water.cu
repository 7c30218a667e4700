// fpcheck: shallow_water <<<2, 32>>> h=uniform(1,2):64 hu=uniform(-0.1,0.1):64 h_next=empty:64 hu_next=empty:64 ratio=0.125 n=64
// expect: error off-by-one halo at line 76
// why: the tile has room for a cell on either side, but the loop guard loads only the left one: the last thread of a block reads an unwritten cell
// figure: h_next[31]: computed undefined (tile.h[33] is never written), MPFR 0.5 (h[30] + h[32]) - 0.0625 (hu[32] - hu[30])
// One Lax-Friedrichs step of the shallow-water equations in one dimension with solid walls.
//
//     h_t  + (hu)_x                = 0
//     hu_t + (hu^2/h + g h^2/2)_x  = 0
//
// A block of 32 threads works on 32 cells, with one halo cell on either side.
#include <cuda_runtime.h>

#define TILE 32
#define HALO 1
#define GRAVITY 9.81f

struct Cell {
    float h;  // depth
    float hu; // discharge
};

struct Flux {
    float mass;
    float momentum;
};

struct Tile {
    float h[TILE + 2 * HALO];
    float hu[TILE + 2 * HALO];
};

// ---------------------------------------------------------------- physics

__device__ Flux flux(Cell c)
{
    Flux f;
    f.mass = c.hu;
    f.momentum = c.hu * c.hu / c.h + 0.5f * GRAVITY * c.h * c.h;
    return f;
}

// The wall mirrors: same depth, opposite discharge.
__device__ Cell mirror(Cell c)
{
    c.hu = -c.hu;
    return c;
}

// ---------------------------------------------------------------- memory

__device__ Cell read_cell(const float *h, const float *hu, int i, int n)
{
    Cell c;
    if (i < 0 || i >= n) {
        int j = i < 0 ? 0 : n - 1;
        c.h = h[j];
        c.hu = hu[j];
        return mirror(c);
    }
    c.h = h[i];
    c.hu = hu[i];
    return c;
}

__device__ Cell tile_cell(const Tile &t, int k)
{
    Cell c;
    c.h = t.h[k];
    c.hu = t.hu[k];
    return c;
}

// Fills the tile: thread k takes cell k, the first threads take what is left over.
__device__ void load_tile(Tile &t, const float *h, const float *hu, int first, int n)
{
    for (int k = threadIdx.x; k < TILE + HALO; k += blockDim.x) {
        Cell c = read_cell(h, hu, first - HALO + k, n);
        t.h[k] = c.h;
        t.hu[k] = c.hu;
    }
}

// ---------------------------------------------------------------- scheme

__device__ float lax(float left, float right, float flux_left, float flux_right, float ratio)
{
    return 0.5f * (left + right) - 0.5f * ratio * (flux_right - flux_left);
}

__device__ Cell advance(Cell left, Cell right, float ratio)
{
    Flux fl = flux(left);
    Flux fr = flux(right);
    Cell c;
    c.h = lax(left.h, right.h, fl.mass, fr.mass, ratio);
    c.hu = lax(left.hu, right.hu, fl.momentum, fr.momentum, ratio);
    return c;
}

// A cell that runs dry keeps a film of water and stands still.
__device__ Cell keep_wet(Cell c)
{
    const float film = 1e-6f;
    if (c.h < film) {
        c.h = film;
        c.hu = 0.0f;
    }
    return c;
}

// ---------------------------------------------------------------- the kernel

__global__ void shallow_water(const float *h, const float *hu, float *h_next, float *hu_next, float ratio, int n)
{
    __shared__ Tile tile;

    int first = blockIdx.x * TILE;
    load_tile(tile, h, hu, first, n);
    __syncthreads();

    int i = first + threadIdx.x;
    if (i >= n)
        return;

    int k = threadIdx.x + HALO;
    Cell left = tile_cell(tile, k - 1);
    Cell right = tile_cell(tile, k + 1);

    // solid walls are in the halo already, so every cell is advanced alike
    Cell next = keep_wet(advance(left, right, ratio));

    h_next[i] = next.h;
    hu_next[i] = next.hu;
}

// ---------------------------------------------------------------- diagnostics

// Largest wave speed |u| + sqrt(g h) over all cells, for the next time step; one warp.
__global__ void wave_speed(const float *depth, const float *discharge, float *fastest, int n)
{
    float c = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        c = fmaxf(c, fabsf(discharge[i]) / depth[i] + sqrtf(GRAVITY * depth[i]));
    for (int o = 16; o > 0; o >>= 1)
        c = fmaxf(c, __shfl_xor_sync(0xffffffffu, c, o));
    if (threadIdx.x == 0)
        fastest[0] = c;
}

// A dam in the middle: deep to the left, shallow to the right, at rest.
__global__ void dam_break(float *h, float *hu, float deep, float shallow, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    h[i] = 2 * i < n ? deep : shallow;
    hu[i] = 0.0f;
}
