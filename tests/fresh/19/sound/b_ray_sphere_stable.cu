// fpcheck: hit_spheres <<<1, 32>>> origin=[0,0,-1000,0,0.5,-2000,0.3,0,-5,0,3,-10] centre=[0,0,0,0,0,0,0,0,0,0,0,0] radius=[1,1,1,1] near=empty:4 far=empty:4 n=4 want=[999,1999.1339745962156,4.0460607985831525,-1] ref=near=want --tol rtol=1e-5,atol=1e-4
// expect: ok
// why: b^2 - c of a far sphere cancels; here the discriminant is r^2 minus the squared distance of the centre from the ray, whose vector is formed first, and the near root is c over the far one
// figure: computed near[2] 4.04606056, MPFR 4.0460608: off by 2.4e-07 against 1e-5
#include <cuda_runtime.h>

struct Vector {
    float x, y, z;
};

__device__ Vector load(const float *p, int i)
{
    return Vector{p[3 * i], p[3 * i + 1], p[3 * i + 2]};
}

__device__ Vector sub(Vector a, Vector b)
{
    return Vector{a.x - b.x, a.y - b.y, a.z - b.z};
}

__device__ Vector along(Vector a, float t, Vector d)
{
    return Vector{fmaf(t, d.x, a.x), fmaf(t, d.y, a.y), fmaf(t, d.z, a.z)};
}

__device__ float dot(Vector a, Vector b)
{
    return fmaf(a.x, b.x, fmaf(a.y, b.y, a.z * b.z));
}

// Rays along +z; -1 where the sphere is missed.
__global__ void hit_spheres(const float *origin, const float *centre, const float *radius, float *near, float *far, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const Vector d{0.0f, 0.0f, 1.0f};
    Vector f = sub(load(origin, i), load(centre, i));
    float b = -dot(f, d);
    Vector foot = along(f, b, d);
    float r = radius[i];
    float discriminant = r * r - dot(foot, foot);
    near[i] = -1.0f;
    far[i] = -1.0f;
    if (discriminant < 0.0f)
        return;
    float length = sqrtf(dot(f, f));
    float c = (length - r) * (length + r);
    float q = b + copysignf(sqrtf(discriminant), b);
    float other = c / q;
    near[i] = fminf(q, other);
    far[i] = fmaxf(q, other);
}
