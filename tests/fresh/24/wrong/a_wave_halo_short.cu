// fpcheck: wave_step <<<(2, 2), (8, 8)>>> now=uniform(-1,1):16x16 before=uniform(-1,1):16x16 velocity=uniform(0.1,0.4):16x16 after=empty:16x16 nx=16 nz=16
// expect: error uninitialised shared memory (halo one too narrow) at line 81
// why: the stencil of fourth order reaches two nodes, but the threads load a halo of HALO - 1 columns and rows: the outer ring is never written
// figure: computed undefined at after[0][0] (reads tile[2][0], never written), MPFR 2u - u_old + v^2 lap u
// Acoustic wave equation, 2d, second order in time, fourth in space; a tile with a halo in shared memory.
// The velocity is in nodes a step. Beyond the model the pressure is zero (a free surface all round).
// Stable for velocities below 0.6; the time step is in the velocity.
// x runs fastest.

#define TILE 8
#define HALO 2
#define WIDTH (TILE + 2 * HALO)

struct Model {
    const float *now;
    const float *before;
    const float *velocity;
    int nx;
    int nz;
};

struct Place {
    int x, z;   // in the model
    int tx, tz; // in the tile with its halo
};

__device__ Place place()
{
    Place p;
    p.x = blockIdx.x * TILE + threadIdx.x;
    p.z = blockIdx.y * TILE + threadIdx.y;
    p.tx = threadIdx.x + HALO;
    p.tz = threadIdx.y + HALO;
    return p;
}

__device__ float pressure(const Model &m, int x, int z)
{
    bool inside = x >= 0 && x < m.nx && z >= 0 && z < m.nz;
    return inside ? m.now[z * m.nx + x] : 0.0f;
}

typedef float Tile[WIDTH][WIDTH];

__device__ void load_centre(Tile &tile, const Model &m, const Place &p)
{
    tile[p.tz][p.tx] = pressure(m, p.x, p.z);
}

// The columns left and right of the tile
__device__ void load_columns(Tile &tile, const Model &m, const Place &p)
{
    if (threadIdx.x < HALO - 1) {
        int far = TILE + threadIdx.x;
        tile[p.tz][p.tx - 1] = pressure(m, p.x - 1, p.z);
        tile[p.tz][HALO + far] = pressure(m, p.x + TILE, p.z);
    }
}

// The rows above and below the tile
__device__ void load_rows(Tile &tile, const Model &m, const Place &p)
{
    if (threadIdx.y < HALO - 1) {
        int far = TILE + threadIdx.y;
        tile[p.tz - 1][p.tx] = pressure(m, p.x, p.z - 1);
        tile[HALO + far][p.tx] = pressure(m, p.x, p.z + TILE);
    }
}

__device__ float second_derivative(float ll, float l, float c, float r, float rr)
{
    const float c0 = -2.5f;
    const float c1 = 4.0f / 3.0f;
    const float c2 = -1.0f / 12.0f;
    return c0 * c + c1 * (l + r) + c2 * (ll + rr);
}

__device__ float laplacian(const Tile &t, const Place &p)
{
    float x = second_derivative(
        t[p.tz][p.tx - 2],
        t[p.tz][p.tx - 1],
        t[p.tz][p.tx],
        t[p.tz][p.tx + 1],
        t[p.tz][p.tx + 2]);
    float z = second_derivative(
        t[p.tz - 2][p.tx],
        t[p.tz - 1][p.tx],
        t[p.tz][p.tx],
        t[p.tz + 1][p.tx],
        t[p.tz + 2][p.tx]);
    return x + z;
}

__device__ float advance(float now, float before, float velocity, float lap)
{
    return 2.0f * now - before + velocity * velocity * lap;
}

// A sponge of two nodes at the sides and the bottom
__device__ float sponge(const Model &m, int x, int z)
{
    int side = min(x, m.nx - 1 - x);
    int edge = min(side, m.nz - 1 - z);
    return edge >= 2 ? 1.0f : edge == 1 ? 0.95f : 0.9f;
}

__global__ void wave_step(
    const float *now,
    const float *before,
    const float *velocity,
    float *after,
    int nx,
    int nz)
{
    __shared__ Tile tile;
    Model m = {now, before, velocity, nx, nz};
    Place p = place();

    load_centre(tile, m, p);
    load_columns(tile, m, p);
    load_rows(tile, m, p);
    __syncthreads();

    if (p.x >= nx || p.z >= nz)
        return;
    int i = p.z * nx + p.x;
    float lap = laplacian(tile, p);
    float u = advance(now[i], before[i], velocity[i], lap);
    after[i] = sponge(m, p.x, p.z) * u;
}

// Receivers at a depth: the seismogram's next sample
__global__ void record(const float *after, float *trace, int nx, int depth)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < nx)
        trace[x] = after[depth * nx + x];
}

// Largest pressure of a row, to see that the scheme is stable
__global__ void row_peak(const float *after, float *peak, int nx, int nz)
{
    int z = blockIdx.x * blockDim.x + threadIdx.x;
    if (z >= nz)
        return;
    float best = 0.0f;
    for (int x = 0; x < nx; x++)
        best = fmaxf(best, fabsf(after[z * nx + x]));
    peak[z] = best;
}
