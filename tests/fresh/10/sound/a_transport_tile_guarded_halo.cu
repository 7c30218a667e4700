// fpcheck: transport <<<dim3(2, 2), dim3(16, 8)>>> q=uniform(1,2):12x20 u=uniform(0.125,0.5):12x20 v=uniform(0.125,0.5):12x20 normal=uniform(1,2):12x20 out=empty:12x20 courant=empty:2x2 nx=20 ny=12 dt=0.25 dx=1.0 kappa=0.125 decay=0.0625
// expect: ok
// why: the tile of 16 x 8 hangs over a grid of 20 x 12; the halo is loaded by the last column inside the grid, and nobody reads further
// figure: out: a few roundings of terms of size 2 (error below 3e-7)
// One step of transport and diffusion of a tracer on a tile of 16 x 8 points with a halo.
// Borders: zero gradient. Each block also gives the largest Courant number in it.
//
//   dq/dt = -u dq/dx - v dq/dy + kappa (d2q/dx2 + d2q/dy2) - decay (q - normal)
//
// The differences of the advection are upwind.

#define TILE_X 16
#define TILE_Y 8
#define PITCH (TILE_X + 2)

struct Tile {
    float q[TILE_Y + 2][PITCH];
};

struct Grid {
    int nx;
    int ny;
    float dt;
    float dx;
    float kappa;
    float decay;
};

// ---------------------------------------------------------------- the grid

__device__ int clamped(int v, int last)
{
    return v < 0 ? 0 : v > last ? last : v;
}

__device__ float at(const float *q, int x, int y, const Grid &g)
{
    return q[clamped(y, g.ny - 1) * g.nx + clamped(x, g.nx - 1)];
}

__device__ bool inside(int x, int y, const Grid &g)
{
    return x < g.nx && y < g.ny;
}

// ---------------------------------------------------------------- loading

__device__ bool last_column(int x, const Grid &g)
{
    return threadIdx.x == TILE_X - 1 || x == g.nx - 1;
}

__device__ bool last_row(int y, const Grid &g)
{
    return threadIdx.y == TILE_Y - 1 || y == g.ny - 1;
}

// The own point and, for threads at an edge of the tile, the neighbour beyond it.
__device__ void load_tile(Tile *tile, const float *q, int x, int y, const Grid &g)
{
    int tx = threadIdx.x + 1;
    int ty = threadIdx.y + 1;
    if (inside(x, y, g)) {
        tile->q[ty][tx] = at(q, x, y, g);
        if (threadIdx.x == 0)
            tile->q[ty][0] = at(q, x - 1, y, g);
        if (last_column(x, g))
            tile->q[ty][tx + 1] = at(q, x + 1, y, g);
        if (threadIdx.y == 0)
            tile->q[0][tx] = at(q, x, y - 1, g);
        if (last_row(y, g))
            tile->q[ty + 1][tx] = at(q, x, y + 1, g);
    }
    __syncthreads();
}

// ---------------------------------------------------------------- differences

__device__ float slope_x(const Tile *tile, int tx, int ty, float u, float dx)
{
    float here = tile->q[ty][tx];
    if (u > 0.0f)
        return (here - tile->q[ty][tx - 1]) / dx;
    return (tile->q[ty][tx + 1] - here) / dx;
}

__device__ float slope_y(const Tile *tile, int tx, int ty, float v, float dx)
{
    float here = tile->q[ty][tx];
    if (v > 0.0f)
        return (here - tile->q[ty - 1][tx]) / dx;
    return (tile->q[ty + 1][tx] - here) / dx;
}

__device__ float second_difference(float a, float b, float c)
{
    return (a - b) + (c - b);
}

__device__ float laplacian(const Tile *tile, int tx, int ty, float dx)
{
    float here = tile->q[ty][tx];
    float along = second_difference(tile->q[ty][tx - 1], here, tile->q[ty][tx + 1]);
    float across = second_difference(tile->q[ty - 1][tx], here, tile->q[ty + 1][tx]);
    return (along + across) / (dx * dx);
}

__device__ float tendency(const Tile *tile, int tx, int ty, float u, float v, float normal, const Grid &g)
{
    float advection = -u * slope_x(tile, tx, ty, u, g.dx) - v * slope_y(tile, tx, ty, v, g.dx);
    float diffusion = g.kappa * laplacian(tile, tx, ty, g.dx);
    float relaxation = -g.decay * (tile->q[ty][tx] - normal);
    return advection + diffusion + relaxation;
}

// ---------------------------------------------------------------- stability

// Bits of non-negative floats are ordered as the numbers are.
__device__ void note_courant(unsigned *largest, float u, float v, const Grid &g)
{
    float c = (fabsf(u) + fabsf(v)) * g.dt / g.dx;
    atomicMax(largest, __float_as_uint(c));
}

// ---------------------------------------------------------------- the kernel

// q, u, v, normal, out: ny x nx; courant: blocks
__global__ void transport(const float *q, const float *u, const float *v, const float *normal, float *out,
                          float *courant, int nx, int ny, float dt, float dx, float kappa, float decay)
{
    __shared__ Tile tile;
    __shared__ unsigned largest;
    Grid g = {nx, ny, dt, dx, kappa, decay};
    int x = blockIdx.x * TILE_X + threadIdx.x;
    int y = blockIdx.y * TILE_Y + threadIdx.y;

    bool first = threadIdx.x == 0 && threadIdx.y == 0;
    if (first)
        largest = 0;
    load_tile(&tile, q, x, y, g); // its barrier is behind the zero as well

    if (inside(x, y, g)) {
        const int tx = threadIdx.x + 1;
        const int ty = threadIdx.y + 1;
        const int i = y * nx + x;

        note_courant(&largest, u[i], v[i], g);
        float rate = tendency(&tile, tx, ty, u[i], v[i], normal[i], g);

        out[i] = tile.q[ty][tx] + dt * rate;
    }
    __syncthreads();
    if (first)
        courant[blockIdx.y * gridDim.x + blockIdx.x] = __uint_as_float(largest);
}
