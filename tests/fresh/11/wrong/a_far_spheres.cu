// fpcheck: render <<<1, (8, 8)>>> image=empty:8x8 spheres=@a_far_spheres.npy count=3 width=8 height=8
// expect: error cancellation at line 80
// why: b*b - (|o|^2 - r^2) for spheres 20 000 away with radius 1: two numbers of 4e8 with a spacing of 32 cancel to something below 1, so whether a ray hits is noise
// figure: image[3][4]: computed 0.141631, MPFR 0.509177; 62 of 64 pixels off by more than 1e-3
// Ray casting of a few distant spheres through a telescope, with Lambert shading.
#include <cuda_runtime.h>

struct Vec {
    float x, y, z;
};

struct Ray {
    Vec origin, direction;
};

struct Sphere {
    Vec centre;
    float radius, albedo;
};

struct Hit {
    float distance;
    int sphere;
};

// ---------------------------------------------------------------- vectors

__device__ inline Vec operator+(Vec a, Vec b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

__device__ inline Vec operator-(Vec a, Vec b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

__device__ inline Vec operator*(float s, Vec a)
{
    return {s * a.x, s * a.y, s * a.z};
}

__device__ inline float dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ inline Vec unit(Vec a)
{
    return (1.0f / sqrtf(dot(a, a))) * a;
}

// ---------------------------------------------------------------- the scene

// x, y, z, radius, albedo in a row of five.
__device__ inline Sphere sphere_at(const float *table, int i)
{
    const float *s = table + 5 * i;
    return {{s[0], s[1], s[2]}, s[3], s[4]};
}

// A narrow camera at the origin that looks along z; a pixel is 1/80000 wide.
__device__ Ray camera_ray(int px, int py, int width, int height)
{
    const float pixel = 1.25e-5f;
    float u = ((float)px + 0.5f - 0.5f * (float)width) * pixel;
    float v = ((float)py + 0.5f - 0.5f * (float)height) * pixel;
    Vec d = {u, v, 1.0f};
    return {{0.0f, 0.0f, 0.0f}, unit(d)};
}

// ---------------------------------------------------------------- intersection

// Distance along the ray to the sphere, or a negative number.
__device__ float intersect(Ray ray, Sphere s)
{
    Vec o = ray.origin - s.centre;
    float b = dot(o, ray.direction);
    float c = dot(o, o) - s.radius * s.radius;
    float discriminant = b * b - c;
    if (discriminant < 0.0f)
        return -1.0f;
    float root = sqrtf(discriminant);
    float near = -b - root;
    if (near > 0.0f)
        return near;
    return -b + root;
}

__device__ Hit nearest_hit(Ray ray, const float *table, int count)
{
    Hit best = {3.0e38f, -1};
    for (int i = 0; i < count; i++) {
        float d = intersect(ray, sphere_at(table, i));
        if (d > 0.0f && d < best.distance)
            best = {d, i};
    }
    return best;
}

// ---------------------------------------------------------------- shading

__device__ inline Vec sun()
{
    Vec s = {0.6f, 0.0f, -0.8f};
    return s;
}

__device__ float shade(Ray ray, Hit hit, const float *table)
{
    if (hit.sphere < 0)
        return 0.0f;
    Sphere s = sphere_at(table, hit.sphere);
    Vec p = ray.origin + hit.distance * ray.direction;
    Vec normal = unit(p - s.centre);
    float light = fmaxf(dot(normal, sun()), 0.0f);
    return s.albedo * (0.1f + 0.9f * light);
}

// ---------------------------------------------------------------- tone

__device__ inline float tone(float radiance)
{
    return radiance / (1.0f + radiance);
}

// Faint light of the sky, brighter towards the lower rows.
__device__ inline float sky(int py, int height)
{
    float low = (float)(py + 1) / (float)height;
    return 0.01f + 0.02f * low;
}

__device__ inline float exposed(float radiance, int py, int height)
{
    const float exposure = 1.5f;
    return tone(exposure * (radiance + sky(py, height)));
}

// ---------------------------------------------------------------- the kernel

__global__ void render(float *image, const float *spheres, int count, int width, int height)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height)
        return;
    Ray ray = camera_ray(px, py, width, height);
    Hit hit = nearest_hit(ray, spheres, count);
    image[py * width + px] = exposed(shade(ray, hit, spheres), py, height);
}
