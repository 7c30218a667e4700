// fpcheck: energies <<<1, 64>>> x=@a_lj_x.npy y=@a_lj_y.npy e=empty:64 total=empty:1 box=10.0 n=64
// expect: ok
// why: the wrapped coordinate can round up to the box itself and its column to 10 of 0..9, but the column is clamped; cells are only a filter for the pairs, built in shared memory with atomics whose order differs, and the sum over a cell is made in the order of the particles
// figure: total: computed 10.670581817626953, MPFR 10.67058161; largest error of an element 4.7e-07 against sizes of 1.5
// Energies of particles with a soft repulsion, in two dimensions, periodic, by cell lists in one block.
#include <cuda_runtime.h>

#define SIDE 10
#define CELLS (SIDE * SIDE)
#define MAX_PARTICLES 64

struct Place {
    float x, y;
};

struct Lists {
    int first[CELLS]; // head of a list, or -1
    int next[MAX_PARTICLES];
};

// ------------------------------------------------------------------ periodic box

// A coordinate brought into [0, box]; the end is possible by rounding.
__device__ inline float wrap(float x, float box)
{
    return x - box * floorf(x / box);
}

__device__ inline float nearest(float d, float box)
{
    if (d > 0.5f * box)
        return d - box;
    if (d < -0.5f * box)
        return d + box;
    return d;
}

__device__ inline int column(float x, float box)
{
    int c = (int)(wrap(x, box) * ((float)SIDE / box));
    return min(c, SIDE - 1);
}

__device__ inline int cell_number(Place p, float box)
{
    return column(p.y, box) * SIDE + column(p.x, box);
}

__device__ inline int neighbour(int cell, int dx, int dy)
{
    int cx = (cell % SIDE + dx + SIDE) % SIDE;
    int cy = (cell / SIDE + dy + SIDE) % SIDE;
    return cy * SIDE + cx;
}

// ------------------------------------------------------------------ lists

__device__ void clear(Lists &l)
{
    for (int c = threadIdx.x; c < CELLS; c += blockDim.x)
        l.first[c] = -1;
    __syncthreads();
}

// The new particle becomes the head: whatever the order, each list holds the same particles.
__device__ void insert(Lists &l, int i, int cell)
{
    l.next[i] = atomicExch(&l.first[cell], i);
}

// The neighbours of a particle as a set of bits, so that the order of the lists does not matter.
__device__ unsigned long long neighbours(const Lists &l, int cell)
{
    unsigned long long set = 0ull;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            for (int j = l.first[neighbour(cell, dx, dy)]; j >= 0; j = l.next[j])
                set |= 1ull << j;
    return set;
}

// ------------------------------------------------------------------ energy

// (1 - r)^2 within the reach of 1, and 0 beyond: continuous, so a pair at the edge may fall either way.
__device__ inline float pair_energy(float r2)
{
    if (r2 >= 1.0f)
        return 0.0f;
    float d = 1.0f - r2;
    float q = d / (1.0f + sqrtf(r2));
    return q * q;
}

__device__ float energy_of(Place p, int self, unsigned long long set, const Place *all, float box)
{
    float e = 0.0f;
    while (set != 0ull) {
        int j = __ffsll((long long)set) - 1;
        set &= set - 1ull;
        if (j == self)
            continue;
        float dx = nearest(p.x - all[j].x, box);
        float dy = nearest(p.y - all[j].y, box);
        e += pair_energy(fmaf(dx, dx, dy * dy));
    }
    return e;
}

// ------------------------------------------------------------------ the sum

// Pairwise over a power of two, with a barrier between reading and writing.
__device__ float block_sum(float v, float *s)
{
    int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    for (int half = MAX_PARTICLES / 2; half > 0; half >>= 1) {
        float other = t < half ? s[t + half] : 0.0f;
        __syncthreads();
        if (t < half)
            s[t] += other;
        __syncthreads();
    }
    return s[0];
}

// ------------------------------------------------------------------ the kernel

__global__ void energies(const float *x, const float *y, float *e, float *total, float box, int n)
{
    __shared__ Lists lists;
    __shared__ Place all[MAX_PARTICLES];
    __shared__ float sums[MAX_PARTICLES];
    int i = threadIdx.x;

    clear(lists);
    int cell = 0;
    if (i < n) {
        all[i] = {x[i], y[i]};
        cell = cell_number(all[i], box);
        insert(lists, i, cell);
    }
    __syncthreads();

    float mine = 0.0f;
    if (i < n) {
        mine = energy_of(all[i], i, neighbours(lists, cell), all, box);
        e[i] = mine;
    }
    float sum = block_sum(mine, sums);
    if (i == 0)
        *total = 0.5f * sum;
}
