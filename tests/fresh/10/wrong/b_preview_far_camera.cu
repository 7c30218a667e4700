// fpcheck: preview <<<(2, 2), (8, 8)>>> scene=[-0.27,0.07,0.05,0.33,0.29,-0.14,0.33,0.26,0.09,0.33,-0.16,0.21] sun=[1.0,-2.0,-2.5] distance=2000.0 scale=0.11 width=14 height=10 luminance=empty:140
// expect: error cancellation at line 83
// why: b^2 and |oc|^2 are 4 million, rounded to a quarter or more, and the discriminant is below 0.14
// figure: computed luminance[35] = 1.60141, MPFR 0 (115 of 140 pixels)
// Preview renderer: one thread a pixel, spheres with Lambert shading, one directional light with hard shadows.
// The camera looks along +z from (0, 0, -distance) at the plane z = 0, so that `scale` is a pixel's size there.
#include <cuda_runtime.h>

#define SPHERES 3
#define MISS -1.0f

struct Vec {
    float x, y, z;
};

struct Ray {
    Vec from;
    Vec direction; // of length 1
};

struct Sphere {
    Vec centre;
    float radius;
};

struct Hit {
    float t; // MISS: none
    int sphere;
};

struct Camera {
    float distance;
    float scale;
    int width, height;
};

// ---------------------------------------------------------------- vectors

__device__ inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__device__ inline Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ inline Vec operator*(float s, Vec a) { return {s * a.x, s * a.y, s * a.z}; }

__device__ inline float dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ inline Vec normalise(Vec a)
{
    return (1.0f / sqrtf(dot(a, a))) * a;
}

// ---------------------------------------------------------------- the scene

__device__ Sphere load_sphere(const float *scene, int k)
{
    Sphere s;
    s.centre = {scene[4 * k], scene[4 * k + 1], scene[4 * k + 2]};
    s.radius = scene[4 * k + 3];
    return s;
}

__device__ Ray camera_ray(Camera c, int px, int py)
{
    Ray r;
    r.from = {0.0f, 0.0f, -c.distance};
    Vec through;
    through.x = ((float)px + 0.5f - 0.5f * (float)c.width) * c.scale;
    through.y = ((float)py + 0.5f - 0.5f * (float)c.height) * c.scale;
    through.z = c.distance;
    r.direction = normalise(through);
    return r;
}

// ---------------------------------------------------------------- intersection

// The nearer root of t^2 - 2 b t + c = 0.
__device__ float intersect(Sphere s, Ray r)
{
    Vec oc = s.centre - r.from;
    float b = dot(oc, r.direction);
    float c = dot(oc, oc) - s.radius * s.radius;
    float discriminant = b * b - c;
    if (discriminant < 0.0f)
        return MISS;
    return b - sqrtf(discriminant);
}

__device__ Hit nearest(const Sphere *spheres, Ray r)
{
    Hit h = {MISS, -1};
    for (int k = 0; k < SPHERES; k++) {
        float t = intersect(spheres[k], r);
        if (t > 0.0f && (h.sphere < 0 || t < h.t)) {
            h.t = t;
            h.sphere = k;
        }
    }
    return h;
}

__device__ bool shadowed(const Sphere *spheres, Vec p, Vec light, int self)
{
    Ray r = {p, light};
    for (int k = 0; k < SPHERES; k++)
        if (k != self && intersect(spheres[k], r) > 0.0f)
            return true;
    return false;
}

// ---------------------------------------------------------------- shading

__device__ float shade(const Sphere *spheres, Ray r, Hit h, Vec light)
{
    const float ambient = 0.1f;
    Sphere s = spheres[h.sphere];
    Vec p = r.from + h.t * r.direction;
    Vec n = (1.0f / s.radius) * (p - s.centre);
    float lambert = fmaxf(dot(n, light), 0.0f);
    if (lambert > 0.0f && shadowed(spheres, p, light, h.sphere))
        lambert = 0.0f;
    return ambient + (1.0f - ambient) * lambert;
}

// ---------------------------------------------------------------- the kernel

__global__ void preview(const float *scene, const float *sun, float distance, float scale, int width, int height,
                        float *luminance)
{
    __shared__ Sphere spheres[SPHERES];
    int thread = threadIdx.y * blockDim.x + threadIdx.x;
    if (thread < SPHERES)
        spheres[thread] = load_sphere(scene, thread);
    __syncthreads();
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height)
        return;
    Camera c = {distance, scale, width, height};
    Vec light = normalise({sun[0], sun[1], sun[2]});
    Ray r = camera_ray(c, px, py);
    Hit h = nearest(spheres, r);
    luminance[py * width + px] = h.sphere < 0 ? 0.0f : shade(spheres, r, h, light);
}

// ---------------------------------------------------------------- host

void launch_preview(const float *scene, const float *sun, float distance, float scale, int width, int height,
                    float *luminance)
{
    dim3 block(8, 8);
    dim3 grid((width + 7) / 8, (height + 7) / 8);
    preview<<<grid, block>>>(scene, sun, distance, scale, width, height, luminance);
}
