// fpcheck: render <<<1, 16>>> volume=@b_raycast_counted_steps_v.npy image=empty:16 width=4 dist=131072 step=0.01 --ref image=@b_raycast_counted_steps_ref_image.npy --tol rtol=2e-3
// expect: ok
// why: 131072 and a step of 0.01 meet in one ray, but the large number cancels exactly before the first sample; the early end of a ray at 0.001 is within the tolerance whichever step takes it
// figure: image[1] computed 0.535191894, exact 0.535192756 (error 8.6e-07, 0.00081 of the tolerance; worst of 16)
#include <cuda_runtime.h>

// An orthographic volume renderer with emission and absorption, front to back. The camera is 131072 voxels away, but a ray
// is moved to where it enters the volume first, and samples are counted in integers, so no step is lost.

constexpr int N = 8;

struct Vec3 {
    float x, y, z;
};

struct Ray {
    Vec3 origin, dir;
};

struct Pixel {
    float colour;
    float transmittance;
};

__device__ __forceinline__ Vec3 vec(float x, float y, float z)
{
    Vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

__device__ __forceinline__ Vec3 at(const Ray& r, float t)
{
    return vec(fmaf(t, r.dir.x, r.origin.x), fmaf(t, r.dir.y, r.origin.y), fmaf(t, r.dir.z, r.origin.z));
}

__device__ __forceinline__ float lerp(float a, float b, float t)
{
    return fmaf(t, b - a, a);
}

// a point on a face of two cells gives the same sample in either
__device__ __forceinline__ int cell(float x)
{
    return min(max((int)x, 0), N - 2);
}

__device__ __forceinline__ float voxel(const float* __restrict__ v, int i, int j, int k)
{
    return v[(k * N + j) * N + i];
}

__device__ float sample(const float* __restrict__ v, const Vec3& p)
{
    const int i = cell(p.x), j = cell(p.y), k = cell(p.z);
    const float a = p.x - (float)i, b = p.y - (float)j, c = p.z - (float)k;
    const float x00 = lerp(voxel(v, i, j, k), voxel(v, i + 1, j, k), a);
    const float x10 = lerp(voxel(v, i, j + 1, k), voxel(v, i + 1, j + 1, k), a);
    const float x01 = lerp(voxel(v, i, j, k + 1), voxel(v, i + 1, j, k + 1), a);
    const float x11 = lerp(voxel(v, i, j + 1, k + 1), voxel(v, i + 1, j + 1, k + 1), a);
    return lerp(lerp(x00, x10, b), lerp(x01, x11, b), c);
}

// Moves the origin to the plane z = 0. dist is a small integer, so the cancellation is exact.
__device__ __forceinline__ Ray enter(const Ray& r)
{
    Ray e = r;
    e.origin = at(r, -r.origin.z);
    return e;
}

// front-to-back compositing: 1 - exp(-s) by expm1, since s dt is small
__device__ __forceinline__ void composite(Pixel& p, float density, float step)
{
    const float alpha = -expm1f(-2.0f * density * step);
    p.colour = fmaf(p.transmittance * alpha, density, p.colour);
    p.transmittance *= 1.0f - alpha;
}

__device__ float march(const float* __restrict__ v, const Ray& r, float step)
{
    const int steps = __float2int_rn((float)(N - 1) / step);
    Pixel p = {0.0f, 1.0f};
    for (int i = 0; i < steps; ++i) {
        composite(p, sample(v, at(r, ((float)i + 0.5f) * step)), step);
        if (p.transmittance < 1e-3f) break;   // what is left is below the tolerance
    }
    return p.colour;
}

__device__ __forceinline__ Ray camera_ray(int pixel, int width, float dist)
{
    Ray r;
    r.origin = vec(0.5f + 1.5f * (float)(pixel % width), 0.5f + 1.5f * (float)(pixel / width), -dist);
    r.dir = vec(0.0f, 0.0f, 1.0f);
    return r;
}

__global__ void render(const float* __restrict__ volume, float* image, int width, float dist, float step)
{
    const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
    if (pixel >= width * width) return;
    image[pixel] = march(volume, enter(camera_ray(pixel, width, dist)), step);
}
