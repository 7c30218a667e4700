// fpcheck: trace <<<1, 64>>> o=uniform(-0.2,0.2):64x2 dist=uniform(900,1000):64 radius=uniform(1,2):64 hit=empty:64 n=64
// expect: ok
//
// Distance of the first intersection of a ray with a sphere far away. The ray starts at (ox, oy, 0) and runs along
// z; the sphere sits at (0, 0, dist). The discriminant is taken from the perpendicular offset instead of b^2 - c
// (Hearn and Baker), and the nearer root from the half chord.
struct Vec3 {
    float x, y, z;
};

struct Ray {
    Vec3 o, d;
};

struct Sphere {
    Vec3 c;
    float r;
};

__device__ __forceinline__ Vec3 vec(float x, float y, float z)
{
    Vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

__device__ __forceinline__ Vec3 sub(Vec3 a, Vec3 b)
{
    return vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

__device__ __forceinline__ Vec3 madd(Vec3 a, Vec3 b, float f)
{
    return vec(fmaf(b.x, f, a.x), fmaf(b.y, f, a.y), fmaf(b.z, f, a.z));
}

__device__ __forceinline__ float dot(Vec3 a, Vec3 b)
{
    return fmaf(a.x, b.x, fmaf(a.y, b.y, a.z * b.z));
}

struct Hit {
    bool any;
    float near, far;
};

__device__ Hit intersect(const Ray& ray, const Sphere& s)
{
    Hit h;
    h.any = false;
    h.near = 0.0f;
    h.far = 0.0f;

    const Vec3 f = sub(s.c, ray.o);
    const float b = dot(f, ray.d);                  // distance of the closest approach
    const Vec3 perp = madd(f, ray.d, -b);           // offset there, perpendicular to the ray
    const float p2 = dot(perp, perp);
    const float disc = (s.r - sqrtf(p2)) * (s.r + sqrtf(p2));
    if (disc < 0.0f)
        return h;

    const float half = sqrtf(disc);
    h.any = true;
    h.near = b - half;
    h.far = b + half;
    return h;
}

__device__ __forceinline__ float first_positive(const Hit& h)
{
    if (!h.any)
        return -1.0f;
    return h.near > 0.0f ? h.near : h.far;
}

__device__ __forceinline__ Ray camera_ray(float ox, float oy)
{
    Ray r;
    r.o = vec(ox, oy, 0.0f);
    r.d = vec(0.0f, 0.0f, 1.0f);
    return r;
}

__global__ void trace(const float* __restrict__ o, const float* __restrict__ dist, const float* __restrict__ radius,
                      float* __restrict__ hit, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    const Ray ray = camera_ray(o[2 * i], o[2 * i + 1]);

    Sphere s;
    s.c = vec(0.0f, 0.0f, dist[i]);
    s.r = radius[i];

    hit[i] = first_positive(intersect(ray, s));
}

// The offset from the axis is at most 0.29, the radius at least 1: every ray hits, and none grazes, so that the
// discriminant is at least 0.9.
//
// b^2 - (|f|^2 - r^2) would subtract numbers of 1e6 from each other to get the half chord's square of about 1,
// with an error of 0.06; the perpendicular offset is exact to an ulp here.
//
// The result lies between 898 and 999 and is good to an ulp of b.

#ifdef STANDALONE
#include <cstdio>
#include <cstdlib>
#include <vector>

int main()
{
    const int n_o = 64 * 2;
    std::vector<float> h_o(n_o);
    for (float& e : h_o)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_o = nullptr;
    cudaMalloc(&d_o, n_o * sizeof(float));
    cudaMemcpy(d_o, h_o.data(), n_o * sizeof(float), cudaMemcpyHostToDevice);

    const int n_dist = 64;
    std::vector<float> h_dist(n_dist);
    for (float& e : h_dist)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_dist = nullptr;
    cudaMalloc(&d_dist, n_dist * sizeof(float));
    cudaMemcpy(d_dist, h_dist.data(), n_dist * sizeof(float), cudaMemcpyHostToDevice);

    const int n_radius = 64;
    std::vector<float> h_radius(n_radius);
    for (float& e : h_radius)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_radius = nullptr;
    cudaMalloc(&d_radius, n_radius * sizeof(float));
    cudaMemcpy(d_radius, h_radius.data(), n_radius * sizeof(float), cudaMemcpyHostToDevice);

    const int n_hit = 64;
    std::vector<float> h_hit(n_hit);
    float* d_hit = nullptr;
    cudaMalloc(&d_hit, n_hit * sizeof(float));

    trace<<<1, 64>>>(d_o, d_dist, d_radius, d_hit, 64);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::fprintf(stderr, "launch failed\n");
        return 1;
    }
    cudaMemcpy(h_hit.data(), d_hit, n_hit * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_hit && i < 8; ++i)
        std::printf("hit[%d] = %.9g\n", i, h_hit[i]);
    cudaFree(d_o);
    cudaFree(d_dist);
    cudaFree(d_radius);
    cudaFree(d_hit);
    return 0;
}
#endif
