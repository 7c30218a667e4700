// fpcheck: intersect_robust <<<1, 32>>> oz=[-10000,-8000,-20000,-5000] off=[0.5,0.125,1.25,0.0625] radius=[1,0.5,2,0.25] t_hit=empty:4 n=4 ref=-oz-sqrt(radius*radius-off*off) --tol rtol=1e-6
// expect: ok
// Ray-sphere intersection that is robust for small, far spheres (Haines et al.,
// "Precision Improvements for Ray/Sphere Intersection").
//
// The discriminant is formed from the distance of the centre to the ray, and
// the roots by q = -(b + sign(b) sqrt(D)) so that nothing cancels.
#include <cuda_runtime.h>

struct V3 {
    float x, y, z;
};

__device__ __forceinline__ float dot3(V3 a, V3 b)
{
    return fmaf(a.x, b.x, fmaf(a.y, b.y, a.z * b.z));
}

__device__ float hit(V3 o, V3 d, float r)
{
    float a = dot3(d, d);
    float b = -dot3(o, d);
    // foot of the perpendicular from the centre
    V3 f = {o.x + (b / a) * d.x, o.y + (b / a) * d.y, o.z + (b / a) * d.z};
    float disc = a * (r * r - dot3(f, f));
    if (disc < 0.0f) return -1.0f;
    float q = b + copysignf(sqrtf(disc), b);
    float c = dot3(o, o) - r * r;
    float t0 = c / q;
    float t1 = q / a;
    return fminf(t0, t1);
}

__global__ void intersect_robust(const float* __restrict__ oz, const float* __restrict__ off,
                                 const float* __restrict__ radius, float* __restrict__ t_hit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    V3 o = {off[i], 0.0f, oz[i]};
    V3 d = {0.0f, 0.0f, 1.0f};
    t_hit[i] = hit(o, d, radius[i]);
}
