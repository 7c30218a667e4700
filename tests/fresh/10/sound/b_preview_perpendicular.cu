// fpcheck: preview <<<(2, 2), (8, 8)>>> scene=[-0.27,0.07,0.05,0.33,0.29,-0.14,0.33,0.26,0.09,0.33,-0.16,0.21] sun=[1.0,-2.0,-2.5] distance=24.0 scale=0.11 width=14 height=10 luminance=empty:140 want=[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.7912704130183879,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.7267031170508769,0.9372677527836439,0.994990470556928,0.7703668150678337,0.0,0.0,0.0,0.0,0.4128589380473795,0.8030868718475171,0.9512541230291255,0.987840983977682,0.833067805474346,0.19429537952358977,0.6102521822136119,0.8045699567494415,0.8718566574306161,0.7639300726554283,0.0,0.0,0.0,0.0,0.5498768989619036,0.790626812822173,0.9219474605804351,0.9713449336238148,0.9183967625436783,0.1,0.34424845771685153,0.5435733699412334,0.60787884371722,0.47489741044445377,0.0,0.0,0.0,0.0,0.4426398794631392,0.6663192697792223,0.7940317966953181,0.8461352920907804,0.8074647022680599,0.501068753348905,0.1,0.12448518869170146,0.1607872212607941,0.0,0.0,0.0,0.0,0.0,0.2269929688217591,0.4605205697619966,0.5904248420218022,0.6408363347811752,0.5937909024905481,0.8717792700803438,0.9535627803286488,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.1,0.1565164313952877,0.29794692263400063,0.3395367915315096,0.5151224474131257,0.8387241433759616,0.9441008952053779,0.7584804260330363,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.1,0.0,0.2478360991167244,0.5704893915082866,0.6759696098053452,0.4940761255977447,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.1,0.15570449761669883,0.0,0.0,0.0,0.0,0.0] ref=luminance=want --tol rtol=1e-3,atol=1e-3
// expect: ok
// why: the discriminant by the offset of the centre from the ray; no ray of the case grazes a sphere
// figure: largest error 2.0e-05, tolerance 1e-3
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

// By the distance of the centre from the ray: nothing of the size of |oc|^2 is subtracted.
__device__ float intersect(Sphere s, Ray r)
{
    Vec oc = s.centre - r.from;
    float b = dot(oc, r.direction);
    Vec off = oc - b * r.direction;
    float discriminant = s.radius * s.radius - dot(off, off);
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
