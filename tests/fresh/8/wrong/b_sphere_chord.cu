// fpcheck: chords<<<1, 32>>> ox=[0.5, 0.25, -0.75, 0.125, 0.625, -0.375] oy=[0.25, -0.5, 0.125, 0.75, -0.375, 0.5] oz=[-10000.3, -12000.7, -9000.1, -11111.9, -10500.2, -8000.6] chord=empty:6 n=6 radius=1.0 ref=chord=2*sqrt(1-ox*ox-oy*oy) --tol rtol=1e-4,atol=0
// expect: error cancellation at line 22
// why: b^2 - (|o|^2 - r^2) takes two numbers near 1e8 (an ulp is 8) for a discriminant below 1
// figure: computed chord[0] = 0, MPFR 1.6583124
#include <cuda_runtime.h>

struct Ray {
    float3 o;
    float3 d;
};

__device__ float dot3(float3 a, float3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// The length of the ray's way through the sphere at the origin; 0 where it misses.
__device__ float chord_length(const Ray &r, float radius)
{
    float b = dot3(r.o, r.d);
    float c = dot3(r.o, r.o) - radius * radius;
    float disc = b * b - c;
    return 2.0f * sqrtf(fmaxf(disc, 0.0f));
}

__global__ void chords(const float *ox, const float *oy, const float *oz, float *chord, int n, float radius)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Ray r;
    r.o = make_float3(ox[i], oy[i], oz[i]);
    r.d = make_float3(0.0f, 0.0f, 1.0f);
    chord[i] = chord_length(r, radius);
}
