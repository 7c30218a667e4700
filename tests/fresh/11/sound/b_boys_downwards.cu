// fpcheck: repulsion <<<1, 32>>> ax=[0.5,0.8,1.2,0.6,2.0,1.1] bx=[0.4,0.9,0.7,1.5,0.3,1.0] distance=[0.05,0.1,0.02,1.5,2.5,6] overlap=empty:6 kinetic=empty:6 attraction=empty:6 f2=empty:6 n=6
// expect: ok
// why: the upward recursion would cancel for small t, but it is used beyond t = 8 only; below, a series of positive terms and the downward recursion
// figure: computed f2[0] = 0.199900821, MPFR 0.19990082; error 2.1e-09 relative, some ulps allowed
// Integrals over pairs of s-type Gaussians: overlap, nuclear attraction, and the Boys functions of second order that the
// gradients need. Atomic units, single precision.
#include <cuda_runtime.h>

#define PI 3.14159265f

struct Pair {
    float a, b;      // exponents
    float p;         // their sum
    float mu;        // reduced exponent
    float r;         // distance of the centres
    float k;         // Gaussian prefactor
};

struct Boys {
    float f0, f1, f2;
};

// ---------------------------------------------------------------- the pair

__device__ Pair make_pair_of(float a, float b, float r)
{
    Pair q;
    q.a = a;
    q.b = b;
    q.p = a + b;
    q.mu = a * b / q.p;
    q.r = r;
    q.k = expf(-q.mu * r * r);
    return q;
}

__device__ inline float norm(float a)
{
    float x = 2.0f * a / PI;
    return sqrtf(x * sqrtf(x));
}

__device__ float overlap_of(const Pair &q)
{
    float s = PI / q.p;
    return norm(q.a) * norm(q.b) * s * sqrtf(s) * q.k;
}

// Where the product Gaussian sits, seen from the second nucleus.
__device__ inline float centre(const Pair &q)
{
    return q.a * q.r / q.p;
}

__device__ inline float argument(const Pair &q)
{
    float c = centre(q);
    return q.p * c * c;
}

// ---------------------------------------------------------------- Boys functions

// F0(t) = sqrt(pi / t) erf(sqrt t) / 2.
__device__ float boys0(float t)
{
    if (t < 1e-6f)
        return 1.0f - t * (1.0f / 3.0f);
    float s = sqrtf(t);
    return 0.5f * sqrtf(PI) * erff(s) / s;
}

// F_m(t) as exp(-t) times a series of positive terms: sum over i of (2t)^i / ((2m+1)(2m+3)..(2m+2i+1)).
__device__ float boys_series(int m, float t)
{
    float term = 1.0f / (float)(2 * m + 1);
    float sum = term;
    for (int i = 1; i < 40; i++) {
        term *= 2.0f * t / (float)(2 * m + 2 * i + 1);
        sum += term;
        if (term < 1e-9f * sum)
            break;
    }
    return expf(-t) * sum;
}

// Upwards: F_{m+1} = ((2m + 1) F_m - exp(-t)) / (2t).
__device__ Boys upwards(float t)
{
    Boys f;
    float e = expf(-t);
    f.f0 = boys0(t);
    f.f1 = (f.f0 - e) / (2.0f * t);
    f.f2 = (3.0f * f.f1 - e) / (2.0f * t);
    return f;
}

// Downwards: F_m = (2t F_{m+1} + exp(-t)) / (2m + 1); nothing cancels.
__device__ Boys downwards(float t)
{
    Boys f;
    float e = expf(-t);
    f.f2 = boys_series(2, t);
    f.f1 = (2.0f * t * f.f2 + e) * (1.0f / 3.0f);
    f.f0 = 2.0f * t * f.f1 + e;
    return f;
}

__device__ Boys boys(float t)
{
    if (t < 8.0f)
        return downwards(t);
    return upwards(t);
}

// ---------------------------------------------------------------- integrals

// Attraction of the charge distribution to a unit charge at the second nucleus.
__device__ float attraction_of(const Pair &q, const Boys &f)
{
    return -norm(q.a) * norm(q.b) * 2.0f * PI / q.p * q.k * f.f0;
}

// Kinetic energy of the pair, from its overlap.
__device__ float kinetic_of(const Pair &q, float s)
{
    return q.mu * (3.0f - 2.0f * q.mu * q.r * q.r) * s;
}

__device__ inline bool inside(int i, int n)
{
    return i < n;
}

// ---------------------------------------------------------------- the kernel

__global__ void repulsion(const float *ax, const float *bx, const float *distance, float *overlap, float *kinetic, float *attraction, float *f2,
                          int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (!inside(i, n))
        return;

    // the pair
    Pair q = make_pair_of(ax[i], bx[i], distance[i]);

    // its integrals
    float t = argument(q);
    Boys f = boys(t);
    overlap[i] = overlap_of(q);
    kinetic[i] = kinetic_of(q, overlap[i]);
    attraction[i] = attraction_of(q, f);

    // for the gradient
    f2[i] = f.f2;
}
