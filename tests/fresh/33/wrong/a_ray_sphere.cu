// fpcheck: cast_rays <<<(2, 2), (16, 16)>>> spheres=@a_spheres.npy count=3 distance=10000.0 extent=6.0 width=32 height=32 image=empty:1024 --ref 'image=@a_rays.npy' --tol rtol=1e-2,atol=2e-2
// expect: error rounding at line 71
// why: b^2 - 4ac of a ray that starts 10,000 radii away: both are 4e8, rounded to 32, their difference is at most 4, so hits and normals are noise (known from "Precision Improvements for Ray/Sphere Intersection")
// figure: image[415] computed 0.828060746, MPFR 0.05
//
// A small ray caster: spheres far from the eye, seen through a long lens; the nearest hit is shaded by one lamp.

struct Vec {
    float x, y, z;
};

__device__ __forceinline__ Vec vec(float x, float y, float z)
{
    Vec v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

__device__ __forceinline__ Vec operator+(Vec a, Vec b) { return vec(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ __forceinline__ Vec operator-(Vec a, Vec b) { return vec(a.x - b.x, a.y - b.y, a.z - b.z); }
__device__ __forceinline__ Vec operator*(float s, Vec a) { return vec(s * a.x, s * a.y, s * a.z); }
__device__ __forceinline__ float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__device__ __forceinline__ Vec unit(Vec a)
{
    return (1.0f / sqrtf(dot(a, a))) * a;
}

struct Ray {
    Vec from, along;
};

struct Sphere {
    Vec centre;
    float radius;
};

struct Hit {
    float t;
    int which;
    Vec normal;
};

__device__ Sphere load(const float4 *table, int k)
{
    float4 q = table[k];
    Sphere s;
    s.centre = vec(q.x, q.y, q.z);
    s.radius = q.w;
    return s;
}

__device__ Ray primary(int px, int py, int width, int height, float distance, float extent)
{
    Ray r;
    r.from = vec(0.0f, 0.0f, -distance);
    float u = ((px + 0.5f) / width - 0.5f) * extent;
    float v = ((py + 0.5f) / height - 0.5f) * extent;
    r.along = unit(vec(u, v, distance));
    return r;
}

__device__ float intersect(const Ray &r, const Sphere &s, Vec &normal)
{
    Vec f = r.from - s.centre;
    float a = dot(r.along, r.along);
    float b = 2.0f * dot(f, r.along);
    float c = dot(f, f) - s.radius * s.radius;
    float disc = b * b - 4.0f * a * c;
    if (disc < 0.0f)
        return -1.0f;
    float t = (-b - sqrtf(disc)) / (2.0f * a);
    if (t < 0.0f)
        return -1.0f;
    // the normal from the hit point relative to the centre
    Vec at = f + t * r.along;
    normal = unit(at);
    return t;
}

__device__ Hit trace(const Ray &r, const float4 *table, int count)
{
    Hit best;
    best.t = 1e30f;
    best.which = -1;
    best.normal = vec(0.0f, 0.0f, 0.0f);
    for (int k = 0; k < count; ++k) {
        Sphere s = load(table, k);
        Vec n;
        float t = intersect(r, s, n);
        if (t > 0.0f && t < best.t) {
            best.t = t;
            best.which = k;
            best.normal = n;
        }
    }
    return best;
}

__device__ float shade(const Hit &h)
{
    if (h.which < 0)
        return 0.05f;
    Vec lamp = vec(0.48f, 0.6f, -0.64f);
    return 0.1f + 0.9f * fmaxf(dot(h.normal, lamp), 0.0f);
}

__global__ void cast_rays(const float4 *__restrict__ spheres, int count, float distance, float extent, int width,
                       int height, float *__restrict__ image)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    Ray r = primary(x, y, width, height, distance, extent);
    Hit h = trace(r, spheres, count);
    image[y * width + x] = shade(h);
}
