// fpcheck: walk<<<2, 64>>> tally=inout:zeros:8:u64 escaped=inout:zeros:2:i32 seed=20261129 photons=96 absorption=0.3 scattering=1.7 asymmetry=0.8 thickness=4.0
// expect: ok
// why: random bits through integers and floats, logarithms of uniforms, a root that may go below zero by rounding (clamped), atomics in any order: uniforms never are 0 or 1, and the tallies are 64-bit integers, whose sum has no order
// figure: tally: every deposit within 2^-24 relative plus half of 2^-40 of the exact one along its path; no MPFR value (no reference): 0.3/2 of the weight a collision
// Photons through a scattering slab: absorbed weight by depth (eight layers) and photons that left on both sides.
// Random numbers are Philox 2x32-10: counter (photon, draw), key seed.

const int LAYERS = 8;
const int COLLISIONS = 24; // at most, the rest of the weight is dropped
const float ROULETTE = 0.05f;
const float UNIT = 1099511627776.0f; // 2^40: weight 1 in the tally

struct Random {
    unsigned photon, draw, key;
};

struct Photon {
    float z;      // depth
    float uz;     // cosine of its direction
    float weight;
};

struct Slab {
    float absorption, scattering, asymmetry, thickness;
};

// ---------------------------------------------------------------- random numbers

struct Pair {
    unsigned x, y;
};

__device__ Pair philox_round(Pair c, unsigned key)
{
    const unsigned multiplier = 0xd256d193u;
    unsigned high = __umulhi(multiplier, c.x);
    unsigned low = multiplier * c.x;
    Pair r;
    r.x = high ^ key ^ c.y;
    r.y = low;
    return r;
}

__device__ Pair philox(Pair c, unsigned key)
{
    for (int k = 0; k < 10; k++) {
        c = philox_round(c, key);
        key += 0x9e3779b9u;
    }
    return c;
}

__device__ unsigned next_bits(Random &r)
{
    Pair c;
    c.x = r.draw++;
    c.y = r.photon;
    return philox(c, r.key).x;
}

// 23 bits in the middle of their interval: between 2^-24 and 1 - 2^-24, exactly.
__device__ float uniform(Random &r)
{
    return ((float)(next_bits(r) >> 9) + 0.5f) * 1.1920928955078125e-7f;
}

__device__ Random stream(unsigned seed, unsigned photon)
{
    Random r;
    r.photon = photon;
    r.draw = 0u;
    r.key = seed;
    return r;
}

// ---------------------------------------------------------------- physics

__device__ float extinction(Slab s)
{
    return s.absorption + s.scattering;
}

__device__ float free_path(Random &r, Slab s)
{
    return -logf(uniform(r)) / extinction(s);
}

// Cosine of the scattering angle after Henyey and Greenstein; isotropic for small asymmetry.
__device__ float scattering_cosine(Random &r, float g)
{
    float u = 2.0f * uniform(r) - 1.0f;
    if (fabsf(g) < 1e-3f)
        return u;
    float q = (1.0f - g * g) / (1.0f + g * u);
    float c = (1.0f + g * g - q * q) / (2.0f * g);
    return fminf(1.0f, fmaxf(-1.0f, c));
}

__device__ float sine(float cosine)
{
    return sqrtf(fmaxf(0.0f, (1.0f - cosine) * (1.0f + cosine)));
}

// The new direction cosine against the depth, for a uniform azimuth.
__device__ float turned(float uz, float c, Random &r)
{
    float azimuth = cospif(2.0f * uniform(r));
    float v = uz * c + sine(uz) * sine(c) * azimuth;
    return fminf(1.0f, fmaxf(-1.0f, v));
}

// ---------------------------------------------------------------- the tally

__device__ int layer_of(float z, Slab s)
{
    int k = (int)(z / s.thickness * (float)LAYERS);
    return max(0, min(LAYERS - 1, k));
}

// Weights are at most 1: 2^40 of them fit 2^24 times.
__device__ unsigned long long fixed(float weight)
{
    return (unsigned long long)(weight * UNIT);
}

__device__ void deposit(unsigned long long *bins, float z, float weight, Slab s)
{
    atomicAdd(&bins[layer_of(z, s)], fixed(weight));
}

// ---------------------------------------------------------------- a photon

__device__ Photon launch()
{
    Photon p;
    p.z = 0.0f;
    p.uz = 1.0f;
    p.weight = 1.0f;
    return p;
}

// 0 inside, 1 reflected, 2 transmitted.
__device__ int side(Photon p, Slab s)
{
    if (p.z < 0.0f)
        return 1;
    return p.z > s.thickness ? 2 : 0;
}

// Few photons of much weight instead of many of little, without changing the mean.
__device__ bool survives(Photon &p, Random &r)
{
    if (p.weight >= ROULETTE)
        return true;
    if (uniform(r) < 0.5f) {
        p.weight *= 2.0f;
        return true;
    }
    return false;
}

__device__ void collide(Photon &p, Random &r, Slab s, unsigned long long *bins)
{
    float share = s.absorption / extinction(s);
    float lost = p.weight * share;
    deposit(bins, p.z, lost, s);
    p.weight -= lost;
    p.uz = turned(p.uz, scattering_cosine(r, s.asymmetry), r);
}

__device__ int follow(Random &r, Slab s, unsigned long long *bins)
{
    Photon p = launch();
    for (int k = 0; k < COLLISIONS; k++) {
        p.z += p.uz * free_path(r, s);
        int out = side(p, s);
        if (out != 0)
            return out;
        collide(p, r, s, bins);
        if (!survives(p, r))
            return 0;
    }
    return 0;
}

// ---------------------------------------------------------------- the kernel
//
// Bins of the block in shared memory first; then one atomic a bin and block into the tally of the run.

__global__ void walk(unsigned long long *tally, int *escaped, unsigned seed, int photons, float absorption,
                     float scattering, float asymmetry, float thickness)
{
    __shared__ unsigned long long bins[LAYERS];
    __shared__ int left[2];
    if (threadIdx.x < LAYERS)
        bins[threadIdx.x] = 0ull;
    if (threadIdx.x < 2)
        left[threadIdx.x] = 0;
    __syncthreads();

    Slab s = {absorption, scattering, asymmetry, thickness};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < photons) {
        Random r = stream(seed, (unsigned)i);
        int out = follow(r, s, bins);
        if (out != 0)
            atomicAdd(&left[out - 1], 1);
    }
    __syncthreads();

    if (threadIdx.x < LAYERS)
        atomicAdd(&tally[threadIdx.x], bins[threadIdx.x]);
    if (threadIdx.x < 2)
        atomicAdd(&escaped[threadIdx.x], left[threadIdx.x]);
}
