// fpcheck: short_range_forces<<<1, 32>>> px=[0.286, 2.027, 3.502, 5.005, 6.739, 0.178, 1.777, 3.558, 5.245, 6.746, 0.197, 1.909, 3.407, 4.959, 6.682, 0.306, 1.9, 3.487, 5.249, 6.802, -1e-09, 1.837, 3.58, 5.204, 6.837] py=[0.418, 0.39, 0.426, 0.404, 0.488, 1.941, 2.093, 1.863, 2.139, 2.035, 3.455, 3.468, 3.523, 3.589, 3.703, 5.242, 5.249, 5.133, 5.349, 5.262, 6.719, 6.671, 6.77, 6.766, 6.904] cell_count=inout:zeros:16:i32 order=empty:25 fx=empty:25 fy=empty:25 energy=empty:1 n=25 side=8.0
// expect: error out of bounds at line 86
// why: wrapping -1e-9 by x - L*floor(x/L) rounds to L itself, so the cell column is 4 of 0..3, and in the last row cell 16 of 16; the cause is line 22
// figure: computed cell 16 of 16: x wraps to 8 = side, column 4 of 0..3; exact column 3
#include <cuda_runtime.h>

namespace cells {
constexpr int Across = 4;
constexpr int Count = Across * Across;
constexpr int Most = 32;
constexpr float Cutoff = 2.0f;
}

struct Pair {
    float force_over_r;
    float energy;
};

// Into the periodic box [0, side).
__device__ float wrapped(float x, float side)
{
    return x - side * floorf(x / side);
}

__device__ float nearest_image(float d, float side)
{
    return d - side * rintf(d / side);
}

__device__ int column_of(float x, float side)
{
    return (int)(x * ((float)cells::Across / side));
}

// Lennard-Jones with sigma = epsilon = 1, truncated and shifted at the cutoff.
__device__ Pair lennard_jones(float r2)
{
    constexpr float c2 = 1.0f / (cells::Cutoff * cells::Cutoff);
    constexpr float c6 = c2 * c2 * c2;
    constexpr float shift = 4.0f * c6 * (c6 - 1.0f);
    Pair p;
    float s2 = 1.0f / r2;
    float s6 = s2 * s2 * s2;
    p.energy = 4.0f * s6 * (s6 - 1.0f) - shift;
    p.force_over_r = 24.0f * s2 * s6 * (2.0f * s6 - 1.0f);
    return p;
}

// Every lane adds the elements before its own; the total stays with the last lane.
__device__ int exclusive_scan(int v)
{
    int lane = threadIdx.x & 31;
    int sum = v;
    for (int o = 1; o < 32; o <<= 1) {
        int up = __shfl_up_sync(0xffffffffu, sum, o);
        if (lane >= o)
            sum += up;
    }
    return sum - v;
}

__device__ float warp_total(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void short_range_forces(const float *px, const float *py, int *cell_count, int *order, float *fx, float *fy, float *energy, int n,
                                   float side)
{
    __shared__ float x[cells::Most];
    __shared__ float y[cells::Most];
    __shared__ int cell_of[cells::Most];
    __shared__ int begin[cells::Count + 1];
    __shared__ int sorted[cells::Most];

    int i = threadIdx.x;

    // 1. wrap and count
    if (i < n) {
        x[i] = wrapped(px[i], side);
        y[i] = wrapped(py[i], side);
        int c = column_of(y[i], side) * cells::Across + column_of(x[i], side);
        cell_of[i] = c;
        atomicAdd(&cell_count[c], 1);
    }
    __syncthreads();

    // 2. where every cell begins
    int mine = i < cells::Count ? cell_count[i] : 0;
    int before = exclusive_scan(mine);
    if (i < cells::Count)
        begin[i] = before;
    if (i == cells::Count)
        begin[i] = before;
    __syncthreads();

    // 3. the place in the cell is the number of earlier particles in it, which does not depend on any order of atomics
    if (i < n) {
        int place = begin[cell_of[i] < cells::Count ? cell_of[i] : cells::Count - 1];
        for (int j = 0; j < i; ++j)
            if (cell_of[j] == cell_of[i])
                ++place;
        if (place < cells::Most)
            sorted[place] = i;
        order[i] = place;
    }
    __syncthreads();

    // 4. forces from the nine cells around
    float ax = 0.0f;
    float ay = 0.0f;
    float half_energy = 0.0f;
    if (i < n) {
        int cx = cell_of[i] % cells::Across;
        int cy = cell_of[i] / cells::Across;
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                int nx = (cx + dx + cells::Across) % cells::Across;
                int ny = (cy + dy + cells::Across) % cells::Across;
                int c = ny * cells::Across + nx;
                for (int s = begin[c]; s < begin[c + 1]; ++s) {
                    int j = sorted[s];
                    if (j == i)
                        continue;
                    float rx = nearest_image(x[i] - x[j], side);
                    float ry = nearest_image(y[i] - y[j], side);
                    float r2 = rx * rx + ry * ry;
                    if (r2 >= cells::Cutoff * cells::Cutoff)
                        continue;
                    Pair p = lennard_jones(r2);
                    ax += p.force_over_r * rx;
                    ay += p.force_over_r * ry;
                    half_energy += 0.5f * p.energy;
                }
            }
        }
        fx[i] = ax;
        fy[i] = ay;
    }

    // 5. the energy of the box
    float total = warp_total(half_energy);
    if (i == 0)
        energy[0] = total;
}

// Velocity Verlet's half kick, for the host's time loop.
__global__ void half_kick(float *vx, float *vy, const float *fx, const float *fy, int n, float half_dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        vx[i] += half_dt * fx[i];
        vy[i] += half_dt * fy[i];
    }
}
