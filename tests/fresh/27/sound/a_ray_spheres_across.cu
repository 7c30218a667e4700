// fpcheck: ray_across <<<1, dim3(8, 8)>>> x=[0.1,3.0] y=[-0.2,1.0] z=[8.3,20.0] radius=[1.9,3.5] distance=empty:64 sphere=empty:64 shade=empty:64 pitch=0.0625 count=2 width=8 height=8
// expect: ok
// why: two subtractions before a root and one after it, but the vector across the ray is formed first, so that the squares subtracted are of the size of the radius
// figure: computed distance[34] = 6.620295524597168, MPFR 6.62029452: relative error 1.5e-07 (the largest) of 2e-6
// Primary rays against a few spheres with diffuse shading, one pixel a thread; a miss has distance 0.
#include <cuda_runtime.h>

struct Vec {
    float x, y, z;
};

struct Ray {
    Vec origin, direction;
};

struct Sphere {
    Vec centre;
    float radius;
};

struct Hit {
    float distance;
    int sphere;
};

struct Scene {
    const float *x;
    const float *y;
    const float *z;
    const float *radius;
    int count;
};

struct Camera {
    float pitch;
    int width, height;
};

// ---------------------------------------------------------------- vectors

__device__ __forceinline__ Vec operator+(Vec a, Vec b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

__device__ __forceinline__ Vec operator-(Vec a, Vec b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

__device__ __forceinline__ Vec operator*(float s, Vec a)
{
    return {s * a.x, s * a.y, s * a.z};
}

__device__ __forceinline__ float dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ __forceinline__ Vec normalised(Vec a)
{
    return (1.0f / sqrtf(dot(a, a))) * a;
}

// ---------------------------------------------------------------- scene

__device__ Sphere sphere_of(const Scene &scene, int k)
{
    Sphere s;
    s.centre = {scene.x[k], scene.y[k], scene.z[k]};
    s.radius = scene.radius[k];
    return s;
}

__device__ Ray primary(const Camera &camera, int px, int py)
{
    float x = ((float)px + 0.5f - 0.5f * (float)camera.width) * camera.pitch;
    float y = ((float)py + 0.5f - 0.5f * (float)camera.height) * camera.pitch;
    Ray r;
    r.origin = {0.0f, 0.0f, 0.0f};
    r.direction = normalised({x, y, 1.0f});
    return r;
}

// ---------------------------------------------------------------- intersection

// The nearer of the two distances, or 0 where the ray misses.
__device__ float intersect(const Ray &ray, const Sphere &s)
{
    Vec to = s.centre - ray.origin;
    float along = dot(to, ray.direction);
    Vec across = to - along * ray.direction;
    float inside = s.radius * s.radius - dot(across, across);
    if (inside < 0.0f)
        return 0.0f;
    return along - sqrtf(inside);
}

__device__ Hit nearest(const Ray &ray, const Scene &scene)
{
    Hit hit = {0.0f, -1};
    for (int k = 0; k < scene.count; k++) {
        float t = intersect(ray, sphere_of(scene, k));
        if (t > 0.0f && (hit.sphere < 0 || t < hit.distance)) {
            hit.distance = t;
            hit.sphere = k;
        }
    }
    return hit;
}

// ---------------------------------------------------------------- shading

__device__ Vec normal_at(const Ray &ray, const Hit &hit, const Scene &scene)
{
    Sphere s = sphere_of(scene, hit.sphere);
    Vec p = ray.origin + hit.distance * ray.direction;
    return (1.0f / s.radius) * (p - s.centre);
}

__device__ unsigned char quantise(float v)
{
    return (unsigned char)(fminf(fmaxf(v, 0.0f), 1.0f) * 15.0f + 0.5f);
}

__device__ unsigned char shade_of(const Ray &ray, const Hit &hit, const Scene &scene)
{
    if (hit.sphere < 0)
        return 0;
    Vec light = normalised({-1.0f, 1.0f, -2.0f});
    float diffuse = fmaxf(dot(normal_at(ray, hit, scene), light), 0.0f);
    return quantise(0.125f + 0.875f * diffuse);
}

// ---------------------------------------------------------------- the kernel

__global__ void ray_across(const float *x, const float *y, const float *z, const float *radius, float *distance, int *sphere,
                       unsigned char *shade, float pitch, int count, int width, int height)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height)
        return;
    Scene scene = {x, y, z, radius, count};
    Camera camera = {pitch, width, height};

    Ray ray = primary(camera, px, py);
    Hit hit = nearest(ray, scene);
    int pixel = py * width + px;
    distance[pixel] = hit.distance;
    sphere[pixel] = hit.sphere;
    shade[pixel] = shade_of(ray, hit, scene);
}
