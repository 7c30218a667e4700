// fpcheck: render <<<1, 16>>> volume=@b_raycast_far_camera_v.npy image=empty:16 width=4 dist=131072 step=0.01 --ref image=@b_raycast_far_camera_ref_image.npy --tol rtol=1e-2
// fpcheck+ tone_map <<<1, 16>>> image=image pixel=empty:16 exposure=0.3 n=16
// expect: error absorbed loop step at line 76
// why: beside t = 131072 the step 0.01 is rounded to 1/64, the spacing of floats there: 448 instead of 700 samples, weighted as 0.01 each; the known error of marching with t += dt from a far camera
// figure: image[4] computed 2.24385881, exact 3.5137203
#include <cuda_runtime.h>

// An orthographic volume renderer: emission only, trilinear samples, a camera that looks along +z from the distance
// `dist` in units of voxels. One ray a thread.

constexpr int N = 8;   // voxels along every edge

struct Vec3 {
    float x, y, z;
};

struct Ray {
    Vec3 origin, dir;
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

// the parameters where the ray enters and leaves the slab 0 <= z <= N - 1
__device__ __forceinline__ void clip_to_volume(const Ray& r, float* enter, float* leave)
{
    const float inv = 1.0f / r.dir.z;
    const float a = (0.0f - r.origin.z) * inv;
    const float b = ((float)(N - 1) - r.origin.z) * inv;
    *enter = fminf(a, b);
    *leave = fmaxf(a, b);
}

__device__ float march(const float* __restrict__ v, const Ray& r, float step)
{
    float enter, leave;
    clip_to_volume(r, &enter, &leave);
    float light = 0.0f;
    for (float t = enter; t < leave; t += step)
        light += sample(v, at(r, t));
    return light * step;
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
    image[pixel] = march(volume, camera_ray(pixel, width, dist), step);
}

// exposure, gamma 2.2, eight bits
__global__ void tone_map(const float* __restrict__ image, unsigned char* pixel, float exposure, int n)
{
    const int i = threadIdx.x;
    if (i >= n) return;
    const float bright = 1.0f - expf(-exposure * image[i]);
    pixel[i] = (unsigned char)__float2int_rn(255.0f * powf(bright, 1.0f / 2.2f));
}
