// fpcheck: heat3d <<<(1,1,4), (8,8,2)>>> u=uniform(1,2):8x8x8 v=empty:8x8x8 nx=8 ny=8 nz=8 k=0.125
// expect: ok
// Explicit heat step on a 3D grid with insulated walls (clamped neighbours).
#include <cuda_runtime.h>

__global__ void heat3d(const float* __restrict__ u, float* __restrict__ v,
                       int nx, int ny, int nz, float k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= nx || y >= ny || z >= nz) return;
    auto at = [&](int a, int b, int c) {
        a = min(max(a, 0), nx - 1);
        b = min(max(b, 0), ny - 1);
        c = min(max(c, 0), nz - 1);
        return u[(c * ny + b) * nx + a];
    };
    float c = at(x, y, z);
    float s = at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z)
            + at(x, y, z - 1) + at(x, y, z + 1);
    v[(z * ny + y) * nx + x] = fmaf(k, s - 6.0f * c, c);
}
