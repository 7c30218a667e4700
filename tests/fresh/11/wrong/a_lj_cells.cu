// fpcheck: count_cells <<<1, 64>>> x=@a_lj_x.npy y=@a_lj_y.npy cell=empty:64:i32 count=inout:zeros:100:i32 box=10.0 n=64
// expect: error bounds at line 59
// why: wrapping a coordinate of -1e-9 into the box gives -1e-9 + 10, which rounds to 10 itself: its column is 10 of 0..9, so the particle is counted in the next row, or in the top row beyond the end of the counts
// figure: cell[5]: computed 100, which is past count[99]; MPFR column 9, cell 99
// Lennard-Jones forces in two dimensions, periodic, by cell lists.
// Four kernels: count the particles of each cell, add up, fill the lists, forces.
#include <cuda_runtime.h>

#define SIDE 10
#define CELLS (SIDE * SIDE)

struct Place {
    float x, y;
};

struct Force {
    float x, y;
};

// ------------------------------------------------------------------ periodic box

// A coordinate brought into [0, box).
__device__ inline float wrap(float x, float box)
{
    return x - box * floorf(x / box);
}

// The nearest image of a difference.
__device__ inline float nearest(float d, float box)
{
    return d - box * rintf(d / box);
}

__device__ inline int cell_number(Place p, float box)
{
    float across = (float)SIDE / box;
    int cx = (int)(wrap(p.x, box) * across);
    int cy = (int)(wrap(p.y, box) * across);
    return cy * SIDE + cx;
}

__device__ inline int neighbour(int cell, int dx, int dy)
{
    int cx = (cell % SIDE + dx + SIDE) % SIDE;
    int cy = (cell / SIDE + dy + SIDE) % SIDE;
    return cy * SIDE + cx;
}

// ------------------------------------------------------------------ cell lists

__global__ void count_cells(const float *x, const float *y, int *cell, int *count, float box, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Place p = {x[i], y[i]};
    int c = cell_number(p, box);
    cell[i] = c;
    atomicAdd(&count[c], 1);
}

// Exclusive prefix sum over at most 128 cells, in two buffers.
__global__ void start_cells(const int *count, int *start, int cells)
{
    __shared__ int s[2][128];
    int t = threadIdx.x;
    int from = 0;
    s[0][t] = t < cells ? count[t] : 0;
    __syncthreads();
    for (int o = 1; o < 128; o <<= 1) {
        int v = s[from][t];
        if (t >= o)
            v += s[from][t - o];
        s[from ^ 1][t] = v;
        from ^= 1;
        __syncthreads();
    }
    if (t == 0)
        start[0] = 0;
    if (t < cells)
        start[t + 1] = s[from][t];
}

// One thread a particle; the order within a cell is made definite: it is the order of the particles.
__global__ void fill_cells(const int *cell, const int *start, int *used, int *list, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int c = cell[i];
    int before = 0;
    for (int j = 0; j < i; j++)
        before += cell[j] == c;
    list[start[c] + before] = i;
    atomicAdd(&used[c], 1);
}

// ------------------------------------------------------------------ forces

__device__ inline float reach2()
{
    return 1.0f; // a cell is one unit wide: neighbours suffice
}

// -dU/dr / r for U = 4 (r^-12 - r^-6), softened so that random starts do not explode.
__device__ inline float strength(float r2)
{
    const float soft = 0.3f;
    float q = 1.0f / (r2 + soft);
    float q3 = q * q * q;
    return 24.0f * q * q3 * (2.0f * q3 - 1.0f);
}

__device__ inline void add_pair(Place a, Place b, float box, Force &f)
{
    float dx = nearest(a.x - b.x, box);
    float dy = nearest(a.y - b.y, box);
    float r2 = dx * dx + dy * dy;
    if (r2 >= reach2())
        return;
    float s = strength(r2);
    f.x = fmaf(s, dx, f.x);
    f.y = fmaf(s, dy, f.y);
}

__device__ Force gather(Place p, int self, int cell, const float *x, const float *y, const int *start,
                        const int *list, float box)
{
    Force f = {0.0f, 0.0f};
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int c = neighbour(cell, dx, dy);
            for (int k = start[c]; k < start[c + 1]; k++) {
                int j = list[k];
                if (j == self)
                    continue;
                Place other = {x[j], y[j]};
                add_pair(p, other, box, f);
            }
        }
    }
    return f;
}

__global__ void forces(const float *x, const float *y, const int *start, const int *list, float *fx, float *fy,
                       float box, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Place p = {x[i], y[i]};
    Force f = gather(p, i, cell_number(p, box), x, y, start, list, box);
    fx[i] = f.x;
    fy[i] = f.y;
}
