// fpcheck: patch_covariance <<<1, 32>>> px=[451230.25,451230.5,451230.75,451231,451231.25,451231.5,451231.75,451232] py=[5411.5,5411.25,5411.75,5411.5,5411.25,5411.5,5411.75,5411.5] pz=[312.5,312.625,312.5,312.375,312.5,312.625,312.5,312.375] cov=empty:6 n=8
// expect: error cancellation at line 88: E[x x] - E[x] E[x] with UTM eastings of 451231 (squares 2e11, ulp 16384); the exact variance is 0.328
// Covariance matrix of a lidar patch (input of a normal estimation by PCA).
//
// One warp per patch. The six distinct moments and the three sums are
// accumulated in a single pass over the points and reduced with shuffles:
//
//     C = E[p p^T] - E[p] E[p]^T
//
// Output order: xx, xy, xz, yy, yz, zz.
#include <cuda_runtime.h>
#include <cstddef>

#define WARP 32
#define FULL_MASK 0xffffffffu

/// Sums of coordinates and of their products.
struct Moments {
    float x;
    float y;
    float z;
    float xx;
    float xy;
    float xz;
    float yy;
    float yz;
    float zz;
};

/// All moments zero.
__device__ __forceinline__ Moments zero_moments()
{
    Moments m;
    m.x = 0.0f;
    m.y = 0.0f;
    m.z = 0.0f;
    m.xx = 0.0f;
    m.xy = 0.0f;
    m.xz = 0.0f;
    m.yy = 0.0f;
    m.yz = 0.0f;
    m.zz = 0.0f;
    return m;
}

/// Adds a point.
__device__ __forceinline__ void add_point(Moments& m, float x, float y, float z)
{
    m.x += x;
    m.y += y;
    m.z += z;
    m.xx = fmaf(x, x, m.xx);
    m.xy = fmaf(x, y, m.xy);
    m.xz = fmaf(x, z, m.xz);
    m.yy = fmaf(y, y, m.yy);
    m.yz = fmaf(y, z, m.yz);
    m.zz = fmaf(z, z, m.zz);
}

/// Sums a value over the warp.
__device__ __forceinline__ float warp_sum(float v)
{
#pragma unroll
    for (int o = WARP / 2; o > 0; o >>= 1) {
        v += __shfl_xor_sync(FULL_MASK, v, o);
    }
    return v;
}

/// Sums moments over the warp.
__device__ __forceinline__ Moments warp_sum(Moments m)
{
    m.x = warp_sum(m.x);
    m.y = warp_sum(m.y);
    m.z = warp_sum(m.z);
    m.xx = warp_sum(m.xx);
    m.xy = warp_sum(m.xy);
    m.xz = warp_sum(m.xz);
    m.yy = warp_sum(m.yy);
    m.yz = warp_sum(m.yz);
    m.zz = warp_sum(m.zz);
    return m;
}

/// E[ab] - E[a] E[b].
__device__ __forceinline__ float central(float sum_ab, float sum_a, float sum_b, float inv_n)
{
    return sum_ab * inv_n - (sum_a * inv_n) * (sum_b * inv_n);
}

__global__ void patch_covariance(const float* __restrict__ px,
                                 const float* __restrict__ py,
                                 const float* __restrict__ pz,
                                 float* __restrict__ cov,
                                 int n)
{
    const int lane = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * n;

    Moments m = zero_moments();
    for (int i = lane; i < n; i += WARP) {
        add_point(m, px[base + i], py[base + i], pz[base + i]);
    }
    m = warp_sum(m);

    if (lane == 0) {
        const float inv_n = 1.0f / (float)n;
        float* out = cov + (size_t)blockIdx.x * 6;
        out[0] = central(m.xx, m.x, m.x, inv_n);
        out[1] = central(m.xy, m.x, m.y, inv_n);
        out[2] = central(m.xz, m.x, m.z, inv_n);
        out[3] = central(m.yy, m.y, m.y, inv_n);
        out[4] = central(m.yz, m.y, m.z, inv_n);
        out[5] = central(m.zz, m.z, m.z, inv_n);
    }
}

// Example launch: one warp per patch of n points.
//   patch_covariance<<<patches, 32>>>(d_x, d_y, d_z, d_cov, 64);

// For larger patches launch several warps per patch and add a shared-memory stage.
