// fpcheck: count_atoms <<<1, 64>>> x=[-0.75,-0.25,0.25,0.75,1.5,2.75,3.9,-0.9,4.3,2.0,0.0,-1.0] y=[0.5,-0.5,1.5,0.25,-0.25,1.75,1.0,0.0,0.9,-0.75,1.25,0.5] cells=empty:12 counts=inout:zeros:21 n=12 lo=0.0 inv=1.0 nx=7 ny=3
// fpcheck+ scan_cells <<<1, 32>>> start=empty:22 nx=7 ny=3
// fpcheck+ fill_cells <<<1, 64>>> atoms=empty:12 n=12 nx=7 ny=3 want=[1,4,9,0,7,11,3,8,2,10,5,6] ref=atoms=want --tol bitwise
// fpcheck+ densities <<<1, 32>>> density=empty:21 cell_area=1.0 nx=7 ny=3
// expect: ok
// why: coordinates left of the box and on borders of cells become integers, but by floor and with an exact scale; the order of atoms in a cell would depend on atomics, were it not counted from the atoms before
// figure: integers, exact
// Atoms sorted into the cells of a two-dimensional domain with ghost cells, for the search of neighbours:
// count, scan, fill, and the density of each cell.
#include <cuda_runtime.h>

#define MAX_CELLS 64

struct Grid {
    float lo, inv;
    int nx, ny;
};

struct Cell {
    int x, y;
};

__device__ inline Grid grid_of(float lo, float inv, int nx, int ny)
{
    Grid g;
    g.lo = lo;
    g.inv = inv;
    g.nx = nx;
    g.ny = ny;
    return g;
}

// ---------------------------------------------------------------- from a coordinate to a cell

// Ghost atoms lie below lo as well: floor, not the truncation of a cast. One ghost cell comes before the box.
__device__ inline int along(float at, const Grid &g)
{
    return (int)floorf((at - g.lo) * g.inv) + 1;
}

__device__ inline int clamped(int v, int cells)
{
    return v < 0 ? 0 : v > cells - 1 ? cells - 1 : v;
}

__device__ inline Cell cell_of(float x, float y, const Grid &g)
{
    Cell c;
    c.x = clamped(along(x, g), g.nx);
    c.y = clamped(along(y, g), g.ny);
    return c;
}

__device__ inline int number_of(const Cell &c, const Grid &g)
{
    return c.y * g.nx + c.x;
}

// ---------------------------------------------------------------- first launch: how many

__device__ void clear(int *local, int cells)
{
    for (int c = threadIdx.x; c < cells; c += blockDim.x)
        local[c] = 0;
}

__device__ void flush(const int *local, int *counts, int cells)
{
    for (int c = threadIdx.x; c < cells; c += blockDim.x)
        if (local[c] != 0)
            atomicAdd(&counts[c], local[c]);
}

__global__ void count_atoms(const float *x, const float *y, int *cells, int *counts, int n, float lo, float inv, int nx,
                            int ny)
{
    __shared__ int local[MAX_CELLS];
    Grid g = grid_of(lo, inv, nx, ny);
    clear(local, nx * ny);
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int number = number_of(cell_of(x[i], y[i], g), g);
        cells[i] = number;
        atomicAdd(&local[number], 1);
    }
    __syncthreads();
    flush(local, counts, nx * ny);
}

// ---------------------------------------------------------------- second launch: where they start

__device__ int inclusive_scan(int v, int lane)
{
    for (int o = 1; o < 32; o <<= 1) {
        int before = __shfl_up_sync(0xffffffffu, v, o);
        if (lane >= o)
            v += before;
    }
    return v;
}

// One warp goes over all cells, 32 at a time.
__global__ void scan_cells(const int *counts, int *start, int nx, int ny)
{
    int lane = threadIdx.x;
    int cells = nx * ny;
    int carried = 0;
    for (int first = 0; first < cells; first += 32) {
        int c = first + lane;
        int mine = c < cells ? counts[c] : 0;
        int sum = inclusive_scan(mine, lane);
        if (c < cells)
            start[c] = carried + sum - mine;
        carried += __shfl_sync(0xffffffffu, sum, 31);
    }
    if (lane == 0)
        start[cells] = carried;
}

// ---------------------------------------------------------------- third launch: who

__device__ int earlier_in_cell(const int *cells, int i)
{
    int before = 0;
    for (int j = 0; j < i; j++)
        before += cells[j] == cells[i] ? 1 : 0;
    return before;
}

// The place of an atom is the start of its cell and the number of earlier atoms there: the same in every run.
__global__ void fill_cells(const int *cells, const int *start, int *atoms, int n, int nx, int ny)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int at = start[cells[i]] + earlier_in_cell(cells, i);
    if (at < start[nx * ny])
        atoms[at] = i;
}

// ---------------------------------------------------------------- fourth launch: how dense

__global__ void densities(const int *start, float *density, float cell_area, int nx, int ny)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= nx * ny)
        return;
    density[c] = (float)(start[c + 1] - start[c]) / cell_area;
}
