// fpcheck: intersect_spheres <<<1, 32>>> ox=[0,0,0,0] oy=[0,0,0,0] oz=[-10000,-8000,-20000,-5000] dx=[0,0,0,0] dy=[0,0,0,0] dz=[1,1,1,1] radius=[1,0.5,2,0.25] t_hit=empty:4 n=4 ref=-oz-radius --tol rtol=1e-6,atol=1e-3
// expect: error cancellation at line 31: c = |o|^2 - r^2 loses r^2 for a sphere far away; the hit depth is off by up to the radius
// Fast ray / sphere intersection for a primary-ray pass.
// Every ray is tested against one sphere at the origin of its own frame.
#include <cuda_runtime.h>
#include <math.h>

struct Vec3 {
    float x, y, z;
};

__device__ __forceinline__ float dot(const Vec3& a, const Vec3& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ __forceinline__ Vec3 make_vec(float x, float y, float z)
{
    Vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

/// Returns the nearest positive hit distance, or -1 when the ray misses.
__device__ float hit_sphere(const Vec3& o, const Vec3& d, float r)
{
    float a = dot(d, d);
    float b = 2.0f * dot(o, d);
    float c = dot(o, o) - r * r;
    float disc = b * b - 4.0f * a * c;
    if (disc < 0.0f) {
        return -1.0f;
    }
    float s = sqrtf(disc);
    float t0 = (-b - s) / (2.0f * a);
    float t1 = (-b + s) / (2.0f * a);
    if (t0 > 0.0f) {
        return t0;
    }
    return t1 > 0.0f ? t1 : -1.0f;
}

__global__ void intersect_spheres(const float* ox, const float* oy, const float* oz,
                                  const float* dx, const float* dy, const float* dz,
                                  const float* radius, float* t_hit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Vec3 o = make_vec(ox[i], oy[i], oz[i]);
    Vec3 d = make_vec(dx[i], dy[i], dz[i]);
    t_hit[i] = hit_sphere(o, d, radius[i]);
}
