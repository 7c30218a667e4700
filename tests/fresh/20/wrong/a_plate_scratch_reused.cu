// fpcheck: plate<<<2, 64>>> conductivity=[1,1.875,1.625,1.375,1.125,2,1.75,1.5,1.25,1,1.875,1.625,1.375,1.125,2,1.75,1.5,1.25,1,1.875,1.625,1.375,1.125,2,1.75,1.5,1.25,1,1.875,1.625,1.375,1.125,2,1.75,1.5,1.25,1,1.875,1.625,1.375,1.125,2,1.75,1.5,1.25,1,1.875,1.625,1.375,1.125,2,1.75,1.5,1.25,1,1.875,1.625,1.375,1.125,2,1.75,1.5,1.25,1,1.375,1.125,2,1.75,1.5,1.25,1,1.875,1.625,1.375,1.125,2,1.75,1.5,1.25,1,1.875,1.625,1.375,1.125,2,1.75,1.5,1.25,1,1.875,1.625,1.375,1.125,2,1.75,1.5,1.25,1,1.875,1.625,1.375,1.125,2,1.75,1.5,1.25,1,1.875,1.625,1.375,1.125,2,1.75,1.5,1.25,1,1.875,1.625,1.375,1.125,2,1.75,1.5,1.25,1,1.875,1.625,1.375] source=[0.5,3.25,2.75,2.25,1.75,1.25,0.75,3.5,3,2.5,2,1.5,1,0.5,3.25,2.75,2.25,1.75,1.25,0.75,3.5,3,2.5,2,1.5,1,0.5,3.25,2.75,2.25,1.75,1.25,0.75,3.5,3,2.5,2,1.5,1,0.5,3.25,2.75,2.25,1.75,1.25,0.75,3.5,3,2.5,2,1.5,1,0.5,3.25,2.75,2.25,1.75,1.25,0.75,3.5,3,2.5,2,1.5,1.75,1.25,0.75,3.5,3,2.5,2,1.5,1,0.5,3.25,2.75,2.25,1.75,1.25,0.75,3.5,3,2.5,2,1.5,1,0.5,3.25,2.75,2.25,1.75,1.25,0.75,3.5,3,2.5,2,1.5,1,0.5,3.25,2.75,2.25,1.75,1.25,0.75,3.5,3,2.5,2,1.5,1,0.5,3.25,2.75,2.25,1.75,1.25,0.75,3.5,3,2.5,2,1.5,1,0.5,3.25,2.75] temperature=empty:128 heat=empty:2 peak=empty:2 loss=2 iterations=6
// expect: error race at line 76
// why: block_sum returns without a barrier after the scratch was read: the next block_sum of a fast warp overwrites its entry while a slow warp still reads the old sum
// figure: computed temperature[9]=depends on which warp is ahead, MPFR 0.929279174
// Steady heat on an 8 x 8 plate by conjugate gradients, a block a plate: the matrix in ELLPACK with five entries a row,
// built by the kernel, a diagonal preconditioner, a fixed number of iterations.
#include <cmath>

#define SIDE 8
#define CELLS (SIDE * SIDE)
#define ENTRIES 5
#define WARPS (CELLS / 32)

struct Matrix {
    int column[ENTRIES];
    float value[ENTRIES];
    float diagonal;
};

__device__ float harmonic(float a, float b)
{
    return 2.0f * a * b / (a + b);
}

__device__ bool inside(int x, int y)
{
    return x >= 0 && x < SIDE && y >= 0 && y < SIDE;
}

// Row of the matrix of a cell: conductances to the neighbours, to the frame where there is none, and a loss term.
__device__ Matrix row_of(const float *conductivity, float loss, int cell)
{
    const int dx[4] = {1, -1, 0, 0};
    const int dy[4] = {0, 0, 1, -1};
    Matrix m;
    int x = cell % SIDE, y = cell / SIDE;
    float own = conductivity[cell];
    float diagonal = loss;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int nx = x + dx[k], ny = y + dy[k];
        bool there = inside(nx, ny);
        int other = there ? ny * SIDE + nx : cell;
        float g = there ? harmonic(own, conductivity[other]) : own;
        m.column[k] = other;
        m.value[k] = there ? -g : 0.0f;
        diagonal += g;
    }
    m.column[4] = cell;
    m.value[4] = diagonal;
    m.diagonal = diagonal;
    return m;
}

__device__ float apply(const Matrix &m, const float *p)
{
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < ENTRIES; k++)
        sum = fmaf(m.value[k], p[m.column[k]], sum);
    return sum;
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// Sum over the block, known to all threads. The scratch is used again by the next sum.
__device__ float block_sum(float v, float *scratch)
{
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0)
        scratch[threadIdx.x / 32] = v;
    __syncthreads();
    float sum = 0.0f;
#pragma unroll
    for (int w = 0; w < WARPS; w++)
        sum += scratch[w];
    return sum;
}

__device__ float block_max(float v, float *scratch)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        scratch[threadIdx.x / 32] = v;
    __syncthreads();
    return fmaxf(scratch[0], scratch[1]);
}

struct Search {
    float x;
    float r;
    float z;
    float rz;
};

__device__ Search start(float source, float diagonal, float *scratch)
{
    Search s;
    s.x = 0.0f;
    s.r = source;
    s.z = s.r / diagonal;
    s.rz = block_sum(s.r * s.z, scratch);
    return s;
}

__device__ float step_length(float rz, float curvature)
{
    return curvature > 0.0f ? rz / curvature : 0.0f;
}

// One iteration; p[] holds the direction of all cells. Returns the own new direction.
__device__ float iterate(Search &s, const Matrix &m, float *p, float *scratch)
{
    int t = threadIdx.x;
    float own = p[t];
    float ap = apply(m, p);
    float curvature = block_sum(own * ap, scratch);
    float alpha = step_length(s.rz, curvature);
    s.x = fmaf(alpha, own, s.x);
    s.r = fmaf(-alpha, ap, s.r);
    s.z = s.r / m.diagonal;
    float rz = block_sum(s.r * s.z, scratch);
    float beta = rz / s.rz;
    s.rz = rz;
    return fmaf(beta, own, s.z);
}

__global__ void plate(const float *conductivity, const float *source, float *temperature, float *heat, float *peak, float loss, int iterations)
{
    __shared__ float p[CELLS];
    __shared__ float scratch[WARPS];
    int t = threadIdx.x;
    int base = blockIdx.x * CELLS;
    Matrix m = row_of(conductivity + base, loss, t);
    Search s = start(source[base + t], m.diagonal, scratch);
    p[t] = s.z;
    __syncthreads();
    for (int k = 0; k < iterations; k++) {
        float direction = iterate(s, m, p, scratch);
        __syncthreads();
        p[t] = direction;
        __syncthreads();
    }
    temperature[base + t] = s.x;
    float warmest = block_max(s.x, scratch);
    if (t == 0)
        peak[blockIdx.x] = warmest;
    __syncthreads();
    float total = block_sum(loss * s.x, scratch);
    if (t == 0)
        heat[blockIdx.x] = total;
}
