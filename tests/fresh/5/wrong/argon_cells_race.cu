// fpcheck: argon_energy <<<1, 128>>> jitter=uniform(-0.1,0.1):384 energy=empty:128 total=inout:zeros:1 n=128
// expect: error race at line 123: no barrier between the last insertion into the cells and the search through them
// Energy of argon atoms (reduced units) in a periodic box, by a cell list built in shared memory.
#include <cuda_runtime.h>

#define ATOMS 128
#define GRID 2
#define CELLS (GRID * GRID * GRID)
#define BOX 8.0f
#define CUTOFF 2.5f

struct Atom {
    float x, y, z;
};

struct Cells {
    int count[CELLS];
    int start[CELLS + 1];
    int fill[CELLS];
    int member[ATOMS];
};

// ---------------------------------------------------------------- geometry

__device__ inline float wrap(float x)
{
    x = x < 0.0f ? x + BOX : x;
    return x >= BOX ? x - BOX : x;
}

// Nearest image of a difference.
__device__ inline float image(float d)
{
    if (d > 0.5f * BOX)
        return d - BOX;
    if (d < -0.5f * BOX)
        return d + BOX;
    return d;
}

__device__ inline float distance2(Atom a, Atom b)
{
    float x = image(a.x - b.x);
    float y = image(a.y - b.y);
    float z = image(a.z - b.z);
    return x * x + y * y + z * z;
}

// A lattice site and a displacement.
__device__ Atom place(int i, const float *jitter)
{
    Atom a;
    a.x = wrap(0.8f + 1.6f * (float)(i % 5) + jitter[3 * i]);
    a.y = wrap(0.8f + 1.6f * (float)((i / 5) % 5) + jitter[3 * i + 1]);
    a.z = wrap(0.66f + 1.33f * (float)(i / 25) + jitter[3 * i + 2]);
    return a;
}

__device__ inline int slot(float x)
{
    int c = (int)(x * ((float)GRID / BOX));
    return min(max(c, 0), GRID - 1);
}

__device__ inline int cell_of(Atom a)
{
    return (slot(a.z) * GRID + slot(a.y)) * GRID + slot(a.x);
}

// ---------------------------------------------------------------- cell list

__device__ void clear(Cells &cells, int t)
{
    if (t < CELLS) {
        cells.count[t] = 0;
        cells.fill[t] = 0;
    }
}

__device__ void count(Cells &cells, int cell)
{
    atomicAdd(&cells.count[cell], 1);
}

// Exclusive sums; few cells, so one thread.
__device__ void scan(Cells &cells, int t)
{
    if (t != 0)
        return;
    int sum = 0;
    for (int c = 0; c < CELLS; c++) {
        cells.start[c] = sum;
        sum += cells.count[c];
    }
    cells.start[CELLS] = sum;
}

__device__ void insert(Cells &cells, int cell, int atom)
{
    int place = cells.start[cell] + atomicAdd(&cells.fill[cell], 1);
    cells.member[place] = atom;
}

// ---------------------------------------------------------------- energies

// 4 (r^-12 - r^-6), zero at and beyond the cutoff, shifted to be continuous there.
__device__ inline float lennard_jones(float r2)
{
    const float c2 = 1.0f / (CUTOFF * CUTOFF);
    const float c6 = c2 * c2 * c2;
    const float shift = 4.0f * c6 * (c6 - 1.0f);
    if (r2 >= CUTOFF * CUTOFF)
        return 0.0f;
    float i2 = 1.0f / r2;
    float i6 = i2 * i2 * i2;
    return 4.0f * i6 * (i6 - 1.0f) - shift;
}

__device__ float with_cell(const Cells &cells, const Atom *atoms, int cell, int self)
{
    float sum = 0.0f;
    for (int k = cells.start[cell]; k < cells.start[cell + 1]; k++) {
        int other = cells.member[k];
        if (other == self)
            continue;
        sum += lennard_jones(distance2(atoms[self], atoms[other]));
    }
    return sum;
}

// With two cells a side every cell is a neighbour of every other one.
__device__ float energy_of(const Cells &cells, const Atom *atoms, int self)
{
    float sum = 0.0f;
    for (int c = 0; c < CELLS; c++)
        sum += with_cell(cells, atoms, c, self);
    return 0.5f * sum;
}

// ---------------------------------------------------------------- reduction

__device__ float warp_sum(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_down_sync(0xffffffffu, x, o);
    return x;
}

__device__ float block_sum(float x, float *parts, int t)
{
    x = warp_sum(x);
    if ((t & 31) == 0)
        parts[t >> 5] = x;
    __syncthreads();
    float total = 0.0f;
    if (t == 0)
        for (int w = 0; w < ATOMS / 32; w++)
            total += parts[w];
    return total;
}

// ---------------------------------------------------------------- the kernel

__global__ void argon_energy(const float *jitter, float *energy, float *total, int n)
{
    __shared__ Cells cells;
    __shared__ Atom atoms[ATOMS];
    __shared__ float parts[ATOMS / 32];
    int t = threadIdx.x;

    // positions
    Atom mine = {0.0f, 0.0f, 0.0f};
    if (t < n)
        mine = place(t, jitter);
    atoms[t] = mine;
    clear(cells, t);
    __syncthreads();

    // histogram of the cells
    int cell = cell_of(mine);
    if (t < n)
        count(cells, cell);
    __syncthreads();

    // starts
    scan(cells, t);
    __syncthreads();

    // members
    if (t < n)
        insert(cells, cell, t);

    // energies
    float e = 0.0f;
    if (t < n) {
        e = energy_of(cells, atoms, t);
        energy[t] = e;
    }

    // total
    float sum = block_sum(e, parts, t);
    if (t == 0)
        atomicAdd(total, sum);
}
