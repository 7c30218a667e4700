// fpcheck: ray_triangle <<<1, 32>>> ro=[0.2,0.3,-5,0.25,0.5,-3,3,3,-5,0.1,0.1,-2] rd=[0,0,1,0.01,-0.02,1,0,0,1,0,0.05,1] hit=empty:12 n=4
// expect: ok
// Moeller-Trumbore intersection with a fixed triangle; all rays are well away
// from the edges. Output: t, u, v, or -1, 0, 0.
#include <cuda_runtime.h>

struct F3 {
    float x, y, z;
};

__device__ __forceinline__ F3 sub(F3 a, F3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ __forceinline__ float dot(F3 a, F3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ __forceinline__ F3 cross(F3 a, F3 b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

__global__ void ray_triangle(const float* __restrict__ ro, const float* __restrict__ rd,
                             float* __restrict__ hit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    F3 o = {ro[3 * i], ro[3 * i + 1], ro[3 * i + 2]};
    F3 d = {rd[3 * i], rd[3 * i + 1], rd[3 * i + 2]};
    F3 v0 = {-1.0f, -1.0f, 0.5f}, v1 = {2.0f, -1.0f, 0.75f}, v2 = {-1.0f, 2.0f, 1.0f};
    F3 e1 = sub(v1, v0), e2 = sub(v2, v0);
    F3 p = cross(d, e2);
    float det = dot(e1, p);
    float t = -1.0f, u = 0.0f, v = 0.0f;
    if (fabsf(det) > 1e-6f) {
        float inv = 1.0f / det;
        F3 s = sub(o, v0);
        float uu = dot(s, p) * inv;
        F3 q = cross(s, e1);
        float vv = dot(d, q) * inv;
        if (uu >= 0.0f && vv >= 0.0f && uu + vv <= 1.0f) {
            t = dot(e2, q) * inv;
            u = uu;
            v = vv;
        }
    }
    hit[3 * i] = t;
    hit[3 * i + 1] = u;
    hit[3 * i + 2] = v;
}
