// fpcheck: heat_the_rod <<<2, 16>>> u=empty:32 n=32
// fpcheck+ rod_step <<<2, 16>>> v=empty:32 n=32 r=0.1
// fpcheck+ flux <<<2, 16>>> q=empty:32 n=32 want=[-0.0,-0.603491311,-0.638418188,-0.65019133,-0.691612324,-0.746822975,-0.822812411,-0.928176148,-1.07362751,-1.26814144,-1.5036305,-1.7145282,-1.72615318,-1.31608034,-0.5,0.316080344,0.726153184,0.714528198,0.503630504,0.268141438,0.0736275107,-0.071823852,-0.177187589,-0.253177025,-0.308387676,-0.349002579,-0.379310357,-0.402260028,-0.419257895,-0.44745165,-0.448784812,-0.0] ref=q=want --tol rtol=1e-4,atol=1e-5
// expect: error halo off by one at line 62
// why: the right halo of a tile starts at the tile's own last point instead of the next one: the values are defined, and those of the two points before each seam are wrong
// figure: q[15]: computed -0.06001307, MPFR 0.3160803
// Heat in a rod, fourth order in space (five points), explicit in time; tiles in shared memory.
#include <cuda_runtime.h>

#define RADIUS 2
#define TILE 16

// ------------------------------------------------------------ boundary: mirrored at both ends

__device__ inline int mirrored(int i, int n)
{
    if (i < 0)
        return -i;
    if (i >= n)
        return 2 * n - 2 - i;
    return i;
}

__device__ inline float at(const float *u, int i, int n)
{
    return u[mirrored(i, n)];
}

// ------------------------------------------------------------ the tile with its halo

struct Tile {
    float *cell; // TILE + 2 RADIUS
    int first;   // of the rod, under cell[RADIUS]
};

__device__ inline Tile tile_of_block(float *cell)
{
    Tile t;
    t.cell = cell;
    t.first = blockIdx.x * TILE;
    return t;
}

__device__ inline void load_inside(Tile t, const float *u, int n)
{
    int k = threadIdx.x;
    t.cell[RADIUS + k] = at(u, t.first + k, n);
}

__device__ inline void load_left(Tile t, const float *u, int n)
{
    int k = threadIdx.x;
    if (k < RADIUS)
        t.cell[k] = at(u, t.first - RADIUS + k, n);
}

__device__ inline void load_right(Tile t, const float *u, int n)
{
    int k = threadIdx.x;
    int last = t.first + TILE - 1;
    if (k < RADIUS)
        t.cell[RADIUS + TILE + k] = at(u, last + k, n);
}

__device__ void load_tile(Tile t, const float *u, int n)
{
    load_inside(t, u, n);
    load_left(t, u, n);
    load_right(t, u, n);
    __syncthreads();
}

// ------------------------------------------------------------ stencils, from the point c on

// 12 h^2 times the second derivative.
__device__ inline float second_difference(const float *c)
{
    float near = c[-1] + c[1];
    float far = c[-2] + c[2];
    return 16.0f * near - far - 30.0f * c[0];
}

// 12 h times the first derivative.
__device__ inline float first_difference(const float *c)
{
    float near = c[1] - c[-1];
    float far = c[2] - c[-2];
    return 8.0f * near - far;
}

// ------------------------------------------------------------ kernels

// A ramp with a bump on it.
__device__ float initial(int i)
{
    float x = i * 0.25f - 3.5f;
    return 0.5f * i + 8.0f / (1.0f + x * x);
}

__global__ void heat_the_rod(float *u, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        u[i] = initial(i);
}

// r: conductivity times the step of time over the square of that of space.
__global__ void rod_step(const float *u, float *v, int n, float r)
{
    __shared__ float cell[TILE + 2 * RADIUS];
    Tile tile = tile_of_block(cell);
    load_tile(tile, u, n);
    int i = tile.first + threadIdx.x;
    if (i >= n)
        return;
    const float *c = cell + RADIUS + threadIdx.x;
    v[i] = c[0] + r / 12.0f * second_difference(c);
}

// Gradient in units of the spacing.
__global__ void flux(const float *v, float *q, int n)
{
    __shared__ float cell[TILE + 2 * RADIUS];
    Tile tile = tile_of_block(cell);
    load_tile(tile, v, n);
    int i = tile.first + threadIdx.x;
    if (i >= n)
        return;
    const float *c = cell + RADIUS + threadIdx.x;
    q[i] = -first_difference(c) / 12.0f;
}

// Total heat, for a check of conservation between steps.
__global__ void total_heat(const float *u, float *total, int n)
{
    __shared__ float part[TILE];
    int k = threadIdx.x;
    float s = 0.0f;
    for (int i = k; i < n; i += TILE)
        s += u[i];
    part[k] = s;
    __syncthreads();
    for (int o = TILE / 2; o > 0; o /= 2) {
        if (k < o)
            part[k] += part[k + o];
        __syncthreads();
    }
    if (k == 0)
        *total = part[0];
}
