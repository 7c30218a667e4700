// fpcheck: heat_step <<<dim3(3, 2), dim3(16, 16)>>> u=randn:24x40 out=empty:24x40 nx=40 ny=24 k=0.2
// expect: error uninitialised at line 36
// why: the right halo is filled by the last thread of the tile only, but in the partial tile at the edge that thread has no cell, so the cell beside the boundary reads shared memory that nothing wrote
// figure: s[ty][9] of the blocks with blockIdx.x = 2 is written by no thread, and out[y, 39] of all 24 rows depends on it (it should be 0 there, the boundary value)
#include <cuda_runtime.h>

constexpr int B = 16;

__device__ float cell(const float* u, int x, int y, int nx, int ny)
{
    return x >= 0 && x < nx && y >= 0 && y < ny ? u[y * nx + x] : 0.0f;
}

// One explicit step of the heat equation, zero outside the domain
__global__ void heat_step(const float* u, float* out, int nx, int ny, float k)
{
    __shared__ float s[B + 2][B + 2];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * B + threadIdx.x;
    int y = blockIdx.y * B + threadIdx.y;
    bool inside = x < nx && y < ny;
    if (inside) {
        s[ty][tx] = u[y * nx + x];
        if (tx == 1)
            s[ty][0] = cell(u, x - 1, y, nx, ny);
        if (tx == B)
            s[ty][B + 1] = cell(u, x + 1, y, nx, ny);
        if (ty == 1)
            s[0][tx] = cell(u, x, y - 1, nx, ny);
        if (ty == B || y == ny - 1)
            s[ty + 1][tx] = cell(u, x, y + 1, nx, ny);
    }
    __syncthreads();
    if (inside) {
        float c = s[ty][tx];
        float lap = s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] - 4.0f * c;
        out[y * nx + x] = c + k * lap;
    }
}
