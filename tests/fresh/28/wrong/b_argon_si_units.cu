// fpcheck: clear_cells <<<1, 64>>> counts=empty:64 cells=64 ref=energy=@b_argon_e.npy --tol rtol=1e-3,atol=1e-24
// fpcheck+ fill_cells <<<1, 64>>> position=@b_argon_p.npy counts=counts members=empty:64x16 n=60 box=2.2e-9
// fpcheck+ order_cells <<<1, 64>>> counts=counts members=members cells=64
// fpcheck+ pair_energy <<<1, 64>>> position=position counts=counts members=members energy=empty:60 n=60 box=2.2e-9 sigma=3.4e-10 epsilon=1.65e-21
// fpcheck+ total_energy <<<1, 32>>> energy=energy total=empty:1 n=60
// expect: error underflow at line 85
// why: sigma^6 and r^6 of lengths in metres are 1e-57, which is 0 in float; 0/0 is NaN and fminf with the cap makes every pair cost the cap
// figure: computed 7.42500022e-18, MPFR -3.47806748e-21 (energy[13])
#include <cuda_runtime.h>

// Lennard-Jones energy of argon atoms in a periodic box, in SI units, by a list of 4 x 4 x 4 cells.

constexpr int SIDE = 4;
constexpr int MOST = 16;    // atoms of a cell

struct Atom
{
    float x, y, z;
};

struct Parameters
{
    float sigma;
    float epsilon;
    float cutoff;
    float cap;
};

__device__ __forceinline__ Atom load_atom(const float *position, int i)
{
    Atom a;
    a.x = position[3 * i];
    a.y = position[3 * i + 1];
    a.z = position[3 * i + 2];
    return a;
}

__device__ __forceinline__ int cell_coordinate(float x, float box)
{
    int c = (int)floorf(x / box * (float)SIDE);
    return min(max(c, 0), SIDE - 1);
}

__device__ int cell_of(Atom a, float box)
{
    int cx = cell_coordinate(a.x, box);
    int cy = cell_coordinate(a.y, box);
    int cz = cell_coordinate(a.z, box);
    return (cz * SIDE + cy) * SIDE + cx;
}

__device__ __forceinline__ int wrap(int c)
{
    return c < 0 ? c + SIDE : c >= SIDE ? c - SIDE : c;
}

// The nearest image.
__device__ __forceinline__ float minimum_image(float d, float box)
{
    if (d > 0.5f * box)
        d -= box;
    if (d < -0.5f * box)
        d += box;
    return d;
}

__device__ float distance_squared(Atom a, Atom b, float box)
{
    float dx = minimum_image(a.x - b.x, box);
    float dy = minimum_image(a.y - b.y, box);
    float dz = minimum_image(a.z - b.z, box);
    return dx * dx + dy * dy + dz * dz;
}

__device__ __forceinline__ float cube(float x)
{
    return x * x * x;
}

// 4 epsilon ((sigma/r)^12 - (sigma/r)^6), capped so that overlapping atoms do not blow up the first steps.
__device__ float lennard_jones(float r2, Parameters p)
{
    float sigma6 = cube(p.sigma * p.sigma);
    float r6 = cube(r2);
    float q = sigma6 / r6;
    float energy = 4.0f * p.epsilon * (q * q - q);
    return fminf(energy, p.cap);
}

__global__ void clear_cells(int *counts, int cells)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c < cells)
        counts[c] = 0;
}

__global__ void fill_cells(const float *position, int *counts, int *members, int n, float box)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int cell = cell_of(load_atom(position, i), box);
    int slot = atomicAdd(&counts[cell], 1);
    if (slot < MOST)
        members[cell * MOST + slot] = i;
}

// By number, so that sums do not depend on the order of the atomics.
__global__ void order_cells(const int *counts, int *members, int cells)
{
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= cells)
        return;
    int count = min(counts[cell], MOST);
    int *mine = members + cell * MOST;
    for (int i = 1; i < count; i++) {
        int value = mine[i];
        int j = i - 1;
        while (j >= 0 && mine[j] > value) {
            mine[j + 1] = mine[j];
            j--;
        }
        mine[j + 1] = value;
    }
}

__device__ float energy_with_cell(Atom a, int self, int cell, const float *position, const int *counts, const int *members, float box,
                                  Parameters p)
{
    float sum = 0.0f;
    int count = min(counts[cell], MOST);
    for (int slot = 0; slot < count; slot++) {
        int other = members[cell * MOST + slot];
        if (other == self)
            continue;
        float r2 = distance_squared(a, load_atom(position, other), box);
        if (r2 < p.cutoff * p.cutoff)
            sum += lennard_jones(r2, p);
    }
    return sum;
}

__global__ void pair_energy(const float *position, const int *counts, const int *members, float *energy, int n, float box, float sigma,
                            float epsilon)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Parameters p;
    p.sigma = sigma;
    p.epsilon = epsilon;
    p.cutoff = box / (float)SIDE;
    p.cap = 1000.0f * epsilon;

    Atom a = load_atom(position, i);
    int cx = cell_coordinate(a.x, box);
    int cy = cell_coordinate(a.y, box);
    int cz = cell_coordinate(a.z, box);
    float sum = 0.0f;
    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int cell = (wrap(cz + dz) * SIDE + wrap(cy + dy)) * SIDE + wrap(cx + dx);
                sum += energy_with_cell(a, i, cell, position, counts, members, box, p);
            }
    // Each pair is met twice.
    energy[i] = 0.5f * sum;
}

__global__ void total_energy(const float *energy, float *total, int n)
{
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        sum += energy[i];
    for (int o = 16; o > 0; o >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (threadIdx.x == 0)
        *total = sum;
}
