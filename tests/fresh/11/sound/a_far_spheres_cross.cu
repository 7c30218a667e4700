// fpcheck: render <<<1, (8, 8)>>> image=empty:8x8 spheres=@a_far_spheres.npy count=3 width=8 height=8
// expect: ok
// why: spheres 20 000 away with radius 1: the distance of the ray from the centre comes from a cross product, whose terms are small, and not from a difference of two numbers of 4e8; the normal is put together from the same small parts
// figure: image[3][4]: computed 0.509177268, MPFR 0.509177279; largest relative error 2.1e-07, about 4 half ulps
// Ray casting of a few distant spheres through a telescope, with Lambert shading.
#include <cuda_runtime.h>

struct Vec {
    float x, y, z;
};

struct Sphere {
    Vec centre;
    float radius, albedo;
};

// All that is needed of the nearest sphere.
struct Hit {
    float distance;
    int sphere;
    Vec normal;
};

// ---------------------------------------------------------------- vectors

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

// a b - c d to about an ulp (Kahan): the rounding of c d is found by an fma and put back.
__device__ inline float difference_of_products(float a, float b, float c, float d)
{
    float cd = __fmul_rn(c, d);
    float error = fmaf(-c, d, cd);
    float main = fmaf(a, b, -cd);
    return main + error;
}

__device__ inline Vec cross(Vec a, Vec b)
{
    return {difference_of_products(a.y, b.z, a.z, b.y), difference_of_products(a.z, b.x, a.x, b.z),
            difference_of_products(a.x, b.y, a.y, b.x)};
}

// ---------------------------------------------------------------- the scene

// x, y, z, radius, albedo in a row of five.
__device__ inline Sphere sphere_at(const float *table, int i)
{
    const float *s = table + 5 * i;
    return {{s[0], s[1], s[2]}, s[3], s[4]};
}

// A narrow camera at the origin that looks along z; the direction is not made a unit vector.
__device__ Vec camera_direction(int px, int py, int width, int height)
{
    const float pixel = 1.25e-5f;
    float u = ((float)px + 0.5f - 0.5f * (float)width) * pixel;
    float v = ((float)py + 0.5f - 0.5f * (float)height) * pixel;
    return {u, v, 1.0f};
}

// ---------------------------------------------------------------- intersection

// The ray from the origin along d passes the centre c at w = (c x d) x d / |d|^2; its length, against the
// radius, decides whether they meet.
__device__ bool intersect(Vec d, Sphere s, float &distance, Vec &normal)
{
    Vec m = cross(s.centre, d); // |m| = |d| times the distance of the centre from the ray
    float d2 = dot(d, d);
    float apart = sqrtf(dot(m, m) / d2);
    float inside = (s.radius - apart) * (s.radius + apart);
    if (inside <= 0.0f)
        return false;
    float half_chord = sqrtf(inside);
    float length = sqrtf(d2);
    distance = dot(s.centre, d) / length - half_chord;
    if (distance <= 0.0f)
        return false;
    Vec w = (1.0f / d2) * cross(m, d); // from the centre to the nearest point of the ray
    normal = (1.0f / s.radius) * (w - (half_chord / length) * d);
    return true;
}

__device__ Hit nearest_hit(Vec d, const float *table, int count)
{
    Hit best = {3.0e38f, -1, {0.0f, 0.0f, 0.0f}};
    for (int i = 0; i < count; i++) {
        float distance;
        Vec normal;
        if (intersect(d, sphere_at(table, i), distance, normal) && distance < best.distance)
            best = {distance, i, normal};
    }
    return best;
}

// ---------------------------------------------------------------- shading

__device__ inline Vec sun()
{
    Vec s = {0.6f, 0.0f, -0.8f};
    return s;
}

__device__ float shade(Hit hit, const float *table)
{
    if (hit.sphere < 0)
        return 0.0f;
    float light = fmaxf(dot(hit.normal, sun()), 0.0f);
    return sphere_at(table, hit.sphere).albedo * (0.1f + 0.9f * light);
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
    Vec d = camera_direction(px, py, width, height);
    image[py * width + px] = exposed(shade(nearest_hit(d, spheres, count), spheres), py, height);
}
