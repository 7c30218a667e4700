// fpcheck: string_step <<<4, 64>>> now=uniform(-1,1):256 before=uniform(-1,1):256 next=empty:256 n=256 courant2=0.25
// expect: error uninitialised at line 84
// why: the upper halo is stored one place too low: it races with the last point of the tile, and the last halo cell is never written
// figure: computed undefined (tile[71] never written, tile[67] written twice), MPFR next[60] from now[56..64]
// One time step of the wave equation on a string, eighth order in space.
// A tile and a halo of four points at both sides are kept in shared memory;
// the ends of the string are fixed at zero.
#include <cuda_runtime.h>

#define BLOCK 64
#define RADIUS 4
#define TILE (BLOCK + 2 * RADIUS)

// ------------------------------------------------------------- stencil

// Weights of the second derivative, by distance.
struct Weights {
    float w[RADIUS + 1];
};

__device__ inline Weights second_derivative()
{
    Weights s;
    s.w[0] = -205.0f / 72.0f;
    s.w[1] = 8.0f / 5.0f;
    s.w[2] = -1.0f / 5.0f;
    s.w[3] = 8.0f / 315.0f;
    s.w[4] = -1.0f / 560.0f;
    return s;
}

__device__ float laplacian(const float *tile, int at)
{
    Weights s = second_derivative();
    float sum = s.w[0] * tile[at];
#pragma unroll
    for (int r = 1; r <= RADIUS; r++)
        sum = fmaf(s.w[r], tile[at - r] + tile[at + r], sum);
    return sum;
}

// ------------------------------------------------------------- the string

// Displacement at i; beyond the ends nothing moves.
__device__ inline float displacement(const float *u, int i, int n)
{
    if (i < 0)
        return 0.0f;
    if (i >= n)
        return 0.0f;
    return u[i];
}

// Damping grows towards the ends over sixteen points.
__device__ inline float damping(int i, int n)
{
    const int width = 16;
    int distance = min(i, n - 1 - i);
    if (distance >= width)
        return 0.0f;
    float t = 1.0f - (float)distance / (float)width;
    return 0.1f * t * t;
}

// ------------------------------------------------------------- the tile

__device__ void load_centre(const float *u, float *tile, int base, int n)
{
    int t = threadIdx.x;
    tile[RADIUS + t] = displacement(u, base + t, n);
}

__device__ void load_lower_halo(const float *u, float *tile, int base, int n)
{
    int t = threadIdx.x;
    if (t < RADIUS)
        tile[t] = displacement(u, base - RADIUS + t, n);
}

__device__ void load_upper_halo(const float *u, float *tile, int base, int n)
{
    int t = threadIdx.x;
    if (t < RADIUS)
        tile[RADIUS + BLOCK - 1 + t] = displacement(u, base + BLOCK + t, n);
}

__device__ void load_tile(const float *u, float *tile, int base, int n)
{
    load_centre(u, tile, base, n);
    load_lower_halo(u, tile, base, n);
    load_upper_halo(u, tile, base, n);
}

// ------------------------------------------------------------- time step

struct Step {
    float courant2;
    float damp;
};

__device__ inline float advance(float u, float old, float curvature, const Step &s)
{
    float velocity = u - old;
    float kept = (1.0f - s.damp) * velocity;
    return u + kept + s.courant2 * curvature;
}

__device__ inline bool is_end(int i, int n)
{
    return i == 0 || i == n - 1;
}

// ------------------------------------------------------------- the kernel

__global__ void string_step(const float *now, const float *before, float *next, int n, float courant2)
{
    __shared__ float tile[TILE];
    int base = blockIdx.x * BLOCK;
    int i = base + threadIdx.x;

    // the neighbourhood
    load_tile(now, tile, base, n);
    __syncthreads();

    // ends stay where they are
    if (i >= n)
        return;
    if (is_end(i, n)) {
        next[i] = 0.0f;
        return;
    }

    // interior
    Step step;
    step.courant2 = courant2;
    step.damp = damping(i, n);
    float u = tile[RADIUS + threadIdx.x];
    float curvature = laplacian(tile, RADIUS + threadIdx.x);
    next[i] = advance(u, before[i], curvature, step);
}

// ------------------------------------------------------------- host

cudaError_t run_string_step(const float *now, const float *before, float *next, int n, float courant2)
{
    // device buffers
    float *d_now = nullptr;
    float *d_before = nullptr;
    float *d_next = nullptr;
    cudaMalloc(&d_now, sizeof(float) * (n));
    cudaMalloc(&d_before, sizeof(float) * (n));
    cudaMalloc(&d_next, sizeof(float) * (n));

    cudaMemcpy(d_now, now, sizeof(float) * (n), cudaMemcpyHostToDevice);
    cudaMemcpy(d_before, before, sizeof(float) * (n), cudaMemcpyHostToDevice);
    cudaMemset(d_next, 0, sizeof(float) * (n));

    string_step<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_now, d_before, d_next, n, courant2);
    cudaError_t status = cudaDeviceSynchronize();

    cudaMemcpy(next, d_next, sizeof(float) * (n), cudaMemcpyDeviceToHost);
    cudaFree(d_now);
    cudaFree(d_before);
    cudaFree(d_next);
    return status;
}
