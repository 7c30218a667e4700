// fpcheck: nbody_accel <<<2, 32>>> position=uniform(-1,1):64x4 acc=empty:64x4 n=64 eps2=0.01
// expect: ok
// All-pairs gravity with softening, positions staged through shared memory
// (x, y, z, mass); a body's own term is exactly 0 because dx = dy = dz = 0.
#include <cuda_runtime.h>

#define P 32

__global__ void nbody_accel(const float* __restrict__ position, float* __restrict__ acc, int n, float eps2)
{
    const float4* pos = reinterpret_cast<const float4*>(position);
    __shared__ float4 tile[P];
    int i = blockIdx.x * P + threadIdx.x;
    float4 me = i < n ? pos[i] : make_float4(0.f, 0.f, 0.f, 0.f);
    float ax = 0.f, ay = 0.f, az = 0.f;
    for (int base = 0; base < n; base += P) {
        int j = base + threadIdx.x;
        tile[threadIdx.x] = j < n ? pos[j] : make_float4(0.f, 0.f, 0.f, 0.f);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < P; ++k) {
            float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
            float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, eps2)));
            float inv = rsqrtf(r2);
            float f = fabsf(tile[k].w) * inv * inv * inv;
            ax = fmaf(f, dx, ax);
            ay = fmaf(f, dy, ay);
            az = fmaf(f, dz, az);
        }
        __syncthreads();
    }
    if (i < n) reinterpret_cast<float4*>(acc)[i] = make_float4(ax, ay, az, 0.f);
}
