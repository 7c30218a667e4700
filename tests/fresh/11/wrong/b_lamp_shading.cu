// fpcheck: shade <<<2, 32>>> px=[0.003,0.0186,0.0343,0.0499,0.0655,0.0811,0.0968,0.1124,0.128,0.1436,0.1593,0.1749,0.1905,0.2061,0.2218,0.2374,0.253,0.2686,0.2843,0.2999,0.3155,0.3311,0.3468,0.3624,0.378,0.3936,0.4093,0.4249,0.4405,0.4561,0.4718,0.4874,0.503,0.5186,0.5343,0.5499,0.5655,0.5811,0.5968,0.6124,0.628,0.6436,0.6593,0.6749,0.6905,0.7061,0.7218,0.7374,0.753,0.7686,0.7843,0.7999,0.8155,0.8311,0.8468,0.8624,0.878,0.8936,0.9093,0.9249,0.9405,0.9561,0.9718,0.9874] lamp=[2e+19,1e+19,2e+19] colour=empty:64 lit=empty:64 n=64
// expect: error overflow at line 58
// why: the squared distance of the lamp overflows, its reciprocal root is 0, so the direction is a zero vector; the maximum with 0 and the clamp hide it as shade
// figure: computed lit[0] = 0.234696, MPFR 0.595912
// Diffuse and specular light of a far lamp on a height field, tone mapped and packed to 10-10-10-2.
#include <cuda_runtime.h>

struct Vec {
    float x, y, z;
};

struct Light {
    Vec at;
    Vec tint;
    float ambient;
};

struct Surface {
    Vec point;
    Vec normal;
};

// ---------------------------------------------------------------- vectors

__device__ inline Vec vec(float x, float y, float z)
{
    Vec v = {x, y, z};
    return v;
}

__device__ inline Vec minus(Vec a, Vec b)
{
    return vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

__device__ inline Vec plus(Vec a, Vec b)
{
    return vec(a.x + b.x, a.y + b.y, a.z + b.z);
}

__device__ inline Vec times(float s, Vec a)
{
    return vec(s * a.x, s * a.y, s * a.z);
}

__device__ inline float dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ inline float largest(Vec a)
{
    return fmaxf(fabsf(a.x), fmaxf(fabsf(a.y), fabsf(a.z)));
}

__device__ Vec unit(Vec a)
{
    float s = rsqrtf(dot(a, a));
    return times(s, a);
}

// ---------------------------------------------------------------- the height field

__device__ inline float slope(float x)
{
    return 0.25f * x * (1.0f - x);
}

__device__ Surface surface_at(float x)
{
    Surface s;
    s.point = vec(x, 0.5f, 0.125f * x);
    s.normal = unit(vec(-slope(x), 0.1f, 1.0f));
    return s;
}

// ---------------------------------------------------------------- light

__device__ Light lamp_of(const float *lamp)
{
    Light l;
    l.at = vec(lamp[0], lamp[1], lamp[2]);
    l.tint = vec(1.0f, 0.9f, 0.7f);
    l.ambient = 0.05f;
    return l;
}

__device__ float diffuse(const Surface &s, Vec to)
{
    return fmaxf(dot(s.normal, to), 0.0f);
}

// Blinn's highlight, the 16th power by squaring.
__device__ float specular(const Surface &s, Vec to)
{
    Vec eye = vec(0.0f, 0.0f, 1.0f);
    Vec half = unit(plus(to, eye));
    float c = fmaxf(dot(s.normal, half), 0.0f);
    c *= c;
    c *= c;
    c *= c;
    return c * c;
}

__device__ float brightness(const Surface &s, const Light &l)
{
    Vec to = unit(minus(l.at, s.point));
    float d = diffuse(s, to);
    float h = specular(s, to);
    return __saturatef(l.ambient + 0.7f * d + 0.2f * h);
}

// ---------------------------------------------------------------- colour

__device__ inline float curve(float x)
{
    return x / (0.25f + 0.75f * x);
}

__device__ inline unsigned channel(float x)
{
    return __float2uint_rn(__saturatef(x) * 1023.0f);
}

__device__ unsigned pack(Vec c)
{
    return channel(c.x) | (channel(c.y) << 10) | (channel(c.z) << 20) | (3u << 30);
}

__device__ Vec tone(float b, Vec tint)
{
    return times(curve(b), tint);
}

// ---------------------------------------------------------------- the kernel

__global__ void shade(const float *px, const float *lamp, unsigned *colour, float *lit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    Light l = lamp_of(lamp);
    Surface s = surface_at(px[i]);

    // how bright
    float b = brightness(s, l);
    lit[i] = b;

    // what colour
    colour[i] = pack(tone(b, l.tint));
}
