// fpcheck: photons<<<1, 32>>> depth=empty:32 absorbed=empty:32 mu_a=0.1 mu_s=2.0 g=0.0 thickness=5.0 events=6 seed=7 n=32
// expect: error nan at line 55
// why: isotropic tissue has g = 0: 0 / 0 is NaN, and the clamp makes it -1, straight back at every event
// figure: absorbed[0] computed 0.0476190476, MPFR 0.253784603
#include <cuda_runtime.h>

// ---------------------------------------------------------------- random words

__device__ inline unsigned pcg(unsigned v)
{
    unsigned state = v * 747796405u + 2891336453u;
    unsigned word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

struct Stream {
    unsigned key, counter;
};

__device__ inline Stream stream(unsigned seed, unsigned photon)
{
    return {pcg(seed ^ pcg(photon)), 0u};
}

// in the open interval (0, 1)
__device__ inline float draw(Stream &s)
{
    unsigned word = pcg(s.key + pcg(s.counter));
    s.counter++;
    return ((float)(word >> 9) + 0.5f) * 1.1920928955078125e-7f;
}

// ---------------------------------------------------------------- vectors

struct Direction {
    float x, y, z;
};

__device__ inline Direction normalised(Direction d)
{
    float inv = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
    return {d.x * inv, d.y * inv, d.z * inv};
}

struct Angle {
    float cosine, sine;
};

// ---------------------------------------------------------------- scattering

// Henyey and Greenstein's phase function, by inversion.
__device__ inline Angle henyey_greenstein(float g, float u)
{
    float t = (1.0f - g * g) / (1.0f - g + 2.0f * g * u);
    float cosine = (1.0f + g * g - t * t) / (2.0f * g);
    cosine = fminf(1.0f, fmaxf(-1.0f, cosine));
    return {cosine, sqrtf((1.0f - cosine) * (1.0f + cosine))};
}

// turns d by the polar angle and by phi round it (phi in half turns)
__device__ Direction turn(Direction d, Angle polar, float phi)
{
    float sp = sinpif(phi);
    float cp = cospif(phi);
    float a = polar.sine * cp;
    float b = polar.sine * sp;
    if (fabsf(d.z) > 0.999f) {
        float sign = d.z > 0.0f ? 1.0f : -1.0f;
        return {a, b, polar.cosine * sign};
    }
    float root = sqrtf((1.0f - d.z) * (1.0f + d.z));
    Direction n;
    n.x = (d.x * d.z * a - d.y * b) / root + d.x * polar.cosine;
    n.y = (d.y * d.z * a + d.x * b) / root + d.y * polar.cosine;
    n.z = -a * root + d.z * polar.cosine;
    return normalised(n);
}

// ---------------------------------------------------------------- photons

struct Medium {
    float absorption, scattering, g, thickness;
};

__device__ inline float extinction(Medium m)
{
    return m.absorption + m.scattering;
}

__device__ inline float albedo(Medium m)
{
    return m.scattering / extinction(m);
}

struct Photon {
    float z, weight;
    Direction d;
    bool alive;
};

__device__ inline Photon launch()
{
    Photon p;
    p.z = 0.0f;
    p.weight = 1.0f;
    p.d = {0.0f, 0.0f, 1.0f};
    p.alive = true;
    return p;
}

__device__ inline void fly(Photon &p, Medium m, Stream &s)
{
    float length = -logf(draw(s)) / extinction(m);
    p.z += length * p.d.z;
    p.alive = p.z > 0.0f && p.z < m.thickness;
}

__device__ inline float absorb(Photon &p, Medium m)
{
    float taken = p.weight * (m.absorption / extinction(m));
    p.weight -= taken;
    return taken;
}

__device__ inline void scatter(Photon &p, Medium m, Stream &s)
{
    Angle polar = henyey_greenstein(m.g, draw(s));
    p.d = turn(p.d, polar, 2.0f * draw(s));
}

// ---------------------------------------------------------------- the kernel
//
// A photon a thread through a slab of tissue, lengths in millimetres.

__global__ void photons(float *depth, float *absorbed, float mu_a, float mu_s, float g, float thickness, int events,
                      int seed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Medium m = {mu_a, mu_s, g, thickness};
    Stream s = stream((unsigned)seed, (unsigned)i);
    Photon p = launch();
    float taken = 0.0f;
    for (int k = 0; k < events && p.alive; k++) {
        fly(p, m, s);
        if (!p.alive)
            break;
        taken += absorb(p, m);
        scatter(p, m, s);
    }
    depth[i] = p.z;
    absorbed[i] = taken;
}
