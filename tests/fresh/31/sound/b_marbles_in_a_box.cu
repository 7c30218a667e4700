// fpcheck: place <<<1, 64>>> x=empty:64 y=empty:64 vx=empty:64 vy=empty:64 salt=5
// fpcheck+ push <<<2, 32>>> fx=empty:64 fy=empty:64 n=64
// fpcheck+ move <<<2, 32>>> nx=empty:64 ny=empty:64 dt=0.01
// fpcheck+ energy <<<1, 64>>> e=empty:1
// expect: ok
// why: pair distances could be 0 (a marble with itself), but the softening keeps the inverse cube finite and the force of a marble on itself is exactly 0; random numbers use 24 bits only
// figure: computed fx: 64 terms of at most 3e-6 relative each, about 1e-6 of the largest force; tolerance 2e-6 by depth; e[0] 2e-7
//
// 64 marbles that attract each other, in a box of 1 x 1, one step of leapfrog. Tiles of positions in shared memory.
#include <cuda_runtime.h>

#define MARBLES 64
#define TILE 32
#define SOFTENING 0.05f
#define GRAVITY 0.01f

__device__ unsigned scramble(unsigned v)
{
    v ^= v >> 16;
    v *= 0x7feb352du;
    v ^= v >> 15;
    v *= 0x846ca68bu;
    v ^= v >> 16;
    return v;
}

// In [0, 1): 24 bits, exact.
__device__ float fraction(unsigned bits)
{
    return (float)(bits >> 8) * (1.0f / 16777216.0f);
}

__global__ void place(float *x, float *y, float *vx, float *vy, unsigned salt)
{
    int i = threadIdx.x;
    unsigned s = scramble(salt * 2654435761u + (unsigned)i);
    x[i] = fraction(s);
    s = scramble(s + 0x9e3779b9u);
    y[i] = fraction(s);
    s = scramble(s + 0x9e3779b9u);
    vx[i] = fraction(s) - 0.5f;
    s = scramble(s + 0x9e3779b9u);
    vy[i] = fraction(s) - 0.5f;
}

struct Force {
    float x, y;
};

// Plummer softening: f = d / (d^2 + eps^2)^(3/2)
__device__ Force attraction(float dx, float dy)
{
    float q = dx * dx + dy * dy + SOFTENING * SOFTENING;
    float r = rsqrtf(q);
    float k = GRAVITY * r * r * r;
    Force f;
    f.x = k * dx;
    f.y = k * dy;
    return f;
}

__global__ void push(const float *x, const float *y, float *fx, float *fy, int n)
{
    __shared__ float tx[TILE];
    __shared__ float ty[TILE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float px = x[i];
    float py = y[i];
    float sx = 0.0f;
    float sy = 0.0f;
    for (int first = 0; first < n; first += TILE) {
        tx[threadIdx.x] = x[first + threadIdx.x];
        ty[threadIdx.x] = y[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < TILE; j++) {
            Force f = attraction(tx[j] - px, ty[j] - py);
            sx += f.x;
            sy += f.y;
        }
        __syncthreads();
    }
    fx[i] = sx;
    fy[i] = sy;
}

// The walls throw a marble back: the place is mirrored.
__device__ float inside(float p)
{
    if (p < 0.0f)
        p = -p;
    if (p > 1.0f)
        p = 2.0f - p;
    return p;
}

__global__ void move(const float *x, const float *y, const float *vx, const float *vy, const float *fx, const float *fy, float *nx,
                     float *ny, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float ux = vx[i] + dt * fx[i];
    float uy = vy[i] + dt * fy[i];
    nx[i] = inside(x[i] + dt * ux);
    ny[i] = inside(y[i] + dt * uy);
}

__device__ float block_sum(float v)
{
    __shared__ float s[MARBLES];
    int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    for (int step = MARBLES / 2; step > 0; step /= 2) {
        if (t < step)
            s[t] += s[t + step];
        __syncthreads();
    }
    return s[0];
}

// Kinetic energy before the step, without the potential.
__global__ void energy(const float *vx, const float *vy, float *e)
{
    int i = threadIdx.x;
    float sum = block_sum(0.5f * (vx[i] * vx[i] + vy[i] * vy[i]));
    if (i == 0)
        e[0] = sum;
}

// How many marbles are in each of the 4 x 4 fields of the box.
__global__ void census(const float *x, const float *y, int *field)
{
    __shared__ int count[16];
    int i = threadIdx.x;
    if (i < 16)
        count[i] = 0;
    __syncthreads();
    int column = min((int)(x[i] * 4.0f), 3);
    int row = min((int)(y[i] * 4.0f), 3);
    atomicAdd(&count[4 * row + column], 1);
    __syncthreads();
    if (i < 16)
        field[i] = count[i];
}

// One step on the host:
//     push<<<2, TILE>>>(x, y, fx, fy, MARBLES);
//     move<<<2, TILE>>>(x, y, vx, vy, fx, fy, nx, ny, 0.01f);
//     std::swap(x, nx);
//     std::swap(y, ny);
// The velocities stay as they are in this cut-down version.
