// fpcheck: attend_part <<<4, 32>>> q=[[-0.34,0.65,0.38,0.57],[0.77,1.26,0.3,2.91],[-1.01,0.23,-0.36,-0.55],[0.29,1.46,-0.71,-0.71],[0.72,0.54,1.96,1.03],[0.23,-0.33,0.22,-0.18],[-1.37,0.01,-0.18,-0.23],[-0.43,1.69,0.7,0.94]] k=[[-0.61,-1.02,-0.28,0.24],[-0.35,-0.19,0.96,0.3],[-0.98,-0.43,-0.66,0.18],[-1.17,-0.18,0.69,0.03],[-0.91,-0.62,0.12,0.48],[0.84,-0.15,-1.32,1.42],[0.3,0.41,0.31,-1.04],[-0.32,0.26,1.03,0.06],[-3.12,-0.24,0.35,1.29],[0.71,2.49,1.42,1.35],[0.94,-1.38,0.85,0.6],[-0.53,0.59,0.42,-0.47],[-0.12,-0.26,0.23,-0.42],[0.54,-1.92,-0.28,-1.68],[-0.48,0.52,0.02,-0.11],[0.07,1.57,-1.11,0.89]] v=[[-1.51,-0.47,0.16,-0.85],[0.21,0.73,-1.19,-0.08],[-0.38,-1.94,-0.19,-0.8],[1.34,-0.88,1.7,-0.53],[1.94,0.54,0.45,0.81],[0.9,1.4,1.73,-0.35],[-1.25,-2.67,-0.39,0.76],[0.38,0.12,-0.35,-0.64],[-0.28,0.39,-1.76,0.73],[-1.46,-0.16,-0.63,-0.37],[-1.05,-1.16,-0.23,-1.09],[2.46,-0.42,-0.66,-0.56],[-1.08,-2.46,-0.26,0.3],[-1.51,-0.0,-1.22,-0.04],[0.35,0.48,0.43,-0.71],[0.87,-0.46,0.34,0.7]] m=empty:4x8 l=empty:4x8 acc=empty:4x32 queries=8 keys=16 parts=4
// fpcheck+ combine <<<1, 32>>> o=empty:8x4 queries=8 parts=4 want=[[0.205117566,-0.148437592,-0.20464271,-0.0155487139],[-1.01295631,0.0272841335,-0.3474797,-0.327254569],[-0.0195707839,-0.399054603,-0.278484829,-0.0400036714],[-0.0744143342,-0.564555038,-0.18089646,-0.204440501],[-0.769471401,-0.280348988,-0.45518901,-0.351248614],[-0.200708154,-0.551787245,-0.234467169,-0.218443299],[0.0680735843,-0.282291416,-0.481761841,0.00235295049],[-0.532414598,-0.199732553,-0.413258693,-0.174284078]] ref=o=want --tol rtol=2e-5,atol=2e-6
// expect: ok
// why: parts of the keys that a query may not see leave the maximum at minus infinity; where it is, 0 is subtracted instead, so that no -inf - -inf arises, and such a part gets the weight exp(-inf) = 0
// figure: o[0,0]: computed 0.205117568, MPFR 0.205117566
// Causal attention with the keys split over blocks, and a second kernel that combines the parts.
#include <cuda_runtime.h>

#define WIDTH 4

// ------------------------------------------------------------ vectors

struct Vec {
    float e[WIDTH];
};

__device__ inline Vec zero()
{
    Vec v;
#pragma unroll
    for (int d = 0; d < WIDTH; d++)
        v.e[d] = 0.0f;
    return v;
}

__device__ inline Vec load(const float *p, int row)
{
    Vec v;
#pragma unroll
    for (int d = 0; d < WIDTH; d++)
        v.e[d] = p[row * WIDTH + d];
    return v;
}

__device__ inline void store(float *p, int row, const Vec &v)
{
#pragma unroll
    for (int d = 0; d < WIDTH; d++)
        p[row * WIDTH + d] = v.e[d];
}

__device__ inline float dot(const Vec &a, const Vec &b)
{
    float s = 0.0f;
#pragma unroll
    for (int d = 0; d < WIDTH; d++)
        s += a.e[d] * b.e[d];
    return s;
}

__device__ inline void add_scaled(Vec &a, float s, const Vec &b)
{
#pragma unroll
    for (int d = 0; d < WIDTH; d++)
        a.e[d] += s * b.e[d];
}

// ------------------------------------------------------------ infinities

__device__ inline float minus_infinity()
{
    return __int_as_float(0xff800000);
}

// What is subtracted before the exponential: the maximum, if there is one.
__device__ inline float base_of(float maximum)
{
    return maximum == minus_infinity() ? 0.0f : maximum;
}

// ------------------------------------------------------------ one part

struct Part {
    float m, l;
    Vec acc;
};

__device__ inline int first_query_of(int keys, int queries)
{
    return keys - queries; // queries are the last tokens
}

__device__ inline float masked_score(const Vec &q, const Vec &k, int position, int key)
{
    const float scale = 0.5f;
    return key <= position ? scale * dot(q, k) : minus_infinity();
}

__device__ Part part_of(const Vec &q, const float *k, const float *v, int position, int from, int to)
{
    Part p;
    p.m = minus_infinity();
    for (int j = from; j < to; j++)
        p.m = fmaxf(p.m, masked_score(q, load(k, j), position, j));
    float base = base_of(p.m);
    p.l = 0.0f;
    p.acc = zero();
    for (int j = from; j < to; j++) {
        float w = expf(masked_score(q, load(k, j), position, j) - base);
        p.l += w;
        add_scaled(p.acc, w, load(v, j));
    }
    return p;
}

// A block a part of the keys, a thread a query.
__global__ void attend_part(const float *q, const float *k, const float *v, float *m, float *l, float *acc, int queries,
                            int keys, int parts)
{
    int i = threadIdx.x, part = blockIdx.x;
    if (i >= queries || part >= parts)
        return;
    int size = (keys + parts - 1) / parts;
    int from = part * size, to = min(from + size, keys);
    Part p = part_of(load(q, i), k, v, first_query_of(keys, queries) + i, from, to);
    int at = part * queries + i;
    m[at] = p.m;
    l[at] = p.l;
    store(acc, at, p.acc);
}

// ------------------------------------------------------------ all parts

__device__ float maximum_of_parts(const float *m, int i, int queries, int parts)
{
    float all = minus_infinity();
    for (int part = 0; part < parts; part++)
        all = fmaxf(all, m[part * queries + i]);
    return all;
}

__global__ void combine(const float *m, const float *l, const float *acc, float *o, int queries, int parts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= queries)
        return;
    float base = base_of(maximum_of_parts(m, i, queries, parts));
    float sum = 0.0f;
    Vec y = zero();
    for (int part = 0; part < parts; part++) {
        int at = part * queries + i;
        float w = expf(m[at] - base);
        sum += w * l[at];
        add_scaled(y, w, load(acc, at));
    }
    Vec r = zero();
    if (sum > 0.0f)
        add_scaled(r, 1.0f / sum, y);
    store(o, i, r);
}
