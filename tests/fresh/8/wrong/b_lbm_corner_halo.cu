// fpcheck: stream_and_collide<<<(2, 2), (8, 8)>>> f=uniform(0.09,0.13):9x16x16 out=empty:9x16x16 rho=empty:16x16 width=16 height=16 omega=1.25
// expect: error uninitialised shared memory at line 89
// why: the corner of the halo at (9, 9) is never loaded (the fourth corner repeats the test of the first), so the populations that are pulled from there at line 115 are undefined
// figure: computed undefined (shared memory that nothing wrote), MPFR the population from the corner cell
// One step of the lattice Boltzmann method, D2Q9, single relaxation time, pulled through a tile with a halo.
#include <cuda_runtime.h>

constexpr int Tile = 8;
constexpr int Padded = Tile + 2;
constexpr int Directions = 9;

struct Moments {
    float density;
    float ux;
    float uy;
};

__constant__ int direction_x[Directions] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int direction_y[Directions] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float weight[Directions] = {4.0f / 9.0f,  1.0f / 9.0f,  1.0f / 9.0f,  1.0f / 9.0f, 1.0f / 9.0f,
                                         1.0f / 36.0f, 1.0f / 36.0f, 1.0f / 36.0f, 1.0f / 36.0f};

__device__ int periodic(int i, int extent)
{
    if (i < 0)
        return i + extent;
    if (i >= extent)
        return i - extent;
    return i;
}

__device__ float population(const float *f, int q, int x, int y, int width, int height)
{
    return f[(q * height + periodic(y, height)) * width + periodic(x, width)];
}

__device__ Moments moments_of(const float (&g)[Directions])
{
    Moments m;
    float density = 0.0f;
    float jx = 0.0f;
    float jy = 0.0f;
#pragma unroll
    for (int q = 0; q < Directions; ++q) {
        density += g[q];
        jx += (float)direction_x[q] * g[q];
        jy += (float)direction_y[q] * g[q];
    }
    m.density = density;
    m.ux = jx / density;
    m.uy = jy / density;
    return m;
}

__device__ float equilibrium(int q, const Moments &m)
{
    float along = (float)direction_x[q] * m.ux + (float)direction_y[q] * m.uy;
    float square = m.ux * m.ux + m.uy * m.uy;
    return weight[q] * m.density * (1.0f + 3.0f * along + 4.5f * along * along - 1.5f * square);
}

// The tile of one direction at (1 + tx, 1 + ty), and the ring around it.
__device__ void load_direction(float (&tile)[Padded][Padded], const float *f, int q, int width, int height)
{
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int x = blockIdx.x * Tile + tx;
    int y = blockIdx.y * Tile + ty;

    tile[ty + 1][tx + 1] = population(f, q, x, y, width, height);

    // the four sides
    if (tx == 0)
        tile[ty + 1][0] = population(f, q, x - 1, y, width, height);
    if (tx == Tile - 1)
        tile[ty + 1][Tile + 1] = population(f, q, x + 1, y, width, height);
    if (ty == 0)
        tile[0][tx + 1] = population(f, q, x, y - 1, width, height);
    if (ty == Tile - 1)
        tile[Tile + 1][tx + 1] = population(f, q, x, y + 1, width, height);

    // the four corners
    if (tx == 0 && ty == 0)
        tile[0][0] = population(f, q, x - 1, y - 1, width, height);
    if (tx == Tile - 1 && ty == 0)
        tile[0][Tile + 1] = population(f, q, x + 1, y - 1, width, height);
    if (tx == 0 && ty == Tile - 1)
        tile[Tile + 1][0] = population(f, q, x - 1, y + 1, width, height);
    if (tx == 0 && ty == 0)
        tile[0][0] = population(f, q, x - 1, y - 1, width, height);
}

__device__ void store(float *out, int q, int x, int y, int width, int height, float v)
{
    out[(q * height + y) * width + x] = v;
}

__global__ void stream_and_collide(const float *f, float *out, float *rho, int width, int height, float omega)
{
    __shared__ float tile[Directions][Padded][Padded];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int x = blockIdx.x * Tile + tx;
    int y = blockIdx.y * Tile + ty;

    for (int q = 0; q < Directions; ++q)
        load_direction(tile[q], f, q, width, height);
    __syncthreads();

    // pull: what flows in direction c comes from the cell at -c
    float g[Directions];
#pragma unroll
    for (int q = 0; q < Directions; ++q)
        g[q] = tile[q][ty + 1 - direction_y[q]][tx + 1 - direction_x[q]];

    Moments m = moments_of(g);

    // relax towards the equilibrium
#pragma unroll
    for (int q = 0; q < Directions; ++q) {
        float e = equilibrium(q, m);
        float relaxed = g[q] + omega * (e - g[q]);
        store(out, q, x, y, width, height, relaxed);
    }

    rho[y * width + x] = m.density;
}

// The total mass, for the log: one block of 256 threads.
__global__ void total_mass(const float *rho, double *mass, int cells)
{
    __shared__ double part[256];
    int t = threadIdx.x;
    double sum = 0.0;
    for (int i = t; i < cells; i += 256)
        sum += (double)rho[i];
    part[t] = sum;
    for (int half = 128; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half)
            part[t] += part[t + half];
    }
    if (t == 0)
        *mass = part[0];
}

// The speed at every cell, for the pictures.
__global__ void speed(const float *ux, const float *uy, float *v, int cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < cells)
        v[i] = hypotf(ux[i], uy[i]);
}
