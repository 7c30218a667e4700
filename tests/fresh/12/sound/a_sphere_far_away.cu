// fpcheck: hits <<<1, 32>>> dx=[0.0,0.0005,-0.0004,0.0003,0.002] dy=[0.0,0.0003,0.0006,-0.0005,0.001] near=empty:5 far=empty:5 n=5 distance=1000.0 radius=1.0
// expect: ok
// why: b^2 - 4ac of a small sphere 1000 radii away would cancel; the discriminant is taken from the part of the centre that is perpendicular to the ray, and the two roots from one sum without cancellation
// figure: relative error at most 4.3e-08
struct Vector {
    float x, y, z;
};

__device__ inline float dot(Vector a, Vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ inline Vector along(Vector a, float s, Vector b)
{
    return {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

struct Hit {
    float near, far;
    bool any;
};

__device__ Hit intersect(Vector f, Vector d, float radius)
{
    Hit h;
    float a = dot(d, d);
    float b = -dot(f, d);
    Vector l = along(f, b / a, d);
    float disc = radius * radius - dot(l, l);
    h.any = disc >= 0.0f;
    if (!h.any)
        return h;
    float q = b + copysignf(sqrtf(a * disc), b);
    float length = sqrtf(dot(f, f));
    float c = (length - radius) * (length + radius);
    h.near = c / q;
    h.far = q / a;
    return h;
}

// Rays from the origin's far end along +z to a sphere at the origin; -1 is a miss.
__global__ void hits(const float *dx, const float *dy, float *near, float *far, int n, float distance, float radius)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vector from = {0.0f, 0.0f, -distance};
    Vector d = {dx[i], dy[i], 1.0f};
    Hit h = intersect(from, d, radius);
    near[i] = h.any ? h.near : -1.0f;
    far[i] = h.any ? h.far : -1.0f;
}
