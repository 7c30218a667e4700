// fpcheck: normals <<<1, 32>>> z=empty:32 z2=empty:32 moments=empty:4 seed=2024 stream=7 want=[0.407840944,0.66158146,-0.331394255,-2.16143122,1.08908258,0.963379138,-0.59016778,-0.594635811,-0.260436298,0.671380761,0.356129291,1.68559526,0.325733238,-1.23654836,-0.469174791,1.36980728,1.26676339,0.467308316,-1.53051849,-1.23294488,-0.200032288,1.00791123,1.56575544,-0.247164366,-0.00225636939,-1.31533856,-0.124493879,-2.05080166,-0.447252267,-1.83069963,0.464677852,-0.850010351] ref=z=want --tol rtol=1e-4,atol=2e-6
// expect: ok
// why: random bits become floats by shifts: 23 bits and a half are exact in float and never 0 or 1, so the logarithm is finite and no 1.0 comes out
// figure: computed z[0] 0.40784093737602234, MPFR 0.407840944; error about 2e-7 of 2e-6
#include <cuda_runtime.h>

// Standard normal numbers: Philox 4x32 with ten rounds, the number of the thread as counter, then Box and Muller. Also the
// first four raw moments of the warp's numbers, as a check.

#define FULL 0xffffffffu
#define ROUNDS 10

struct Counter {
    unsigned x, y, z, w;
};

struct Key {
    unsigned a, b;
};

// ---------------------------------------------------------------- Philox

__device__ inline Counter one_round(Counter c, Key k)
{
    const unsigned m0 = 0xD2511F53u;
    const unsigned m1 = 0xCD9E8D57u;
    unsigned high0 = __umulhi(m0, c.x);
    unsigned low0 = m0 * c.x;
    unsigned high1 = __umulhi(m1, c.z);
    unsigned low1 = m1 * c.z;
    Counter r;
    r.x = high1 ^ c.y ^ k.a;
    r.y = low1;
    r.z = high0 ^ c.w ^ k.b;
    r.w = low0;
    return r;
}

__device__ inline Key bumped(Key k)
{
    k.a += 0x9E3779B9u;
    k.b += 0xBB67AE85u;
    return k;
}

__device__ Counter philox(Counter c, Key k)
{
#pragma unroll
    for (int r = 0; r < ROUNDS; r++) {
        c = one_round(c, k);
        k = bumped(k);
    }
    return c;
}

// ---------------------------------------------------------------- from bits to numbers

// In (0, 1): the middle of one of 2^23 intervals; 24 bits, exact.
__device__ inline float open_uniform(unsigned word)
{
    return ((float)(word >> 9) + 0.5f) * 1.1920928955078125e-7f;
}

// In [0, 2): half turns.
__device__ inline float half_turns(unsigned word)
{
    return (float)(word >> 8) * 1.1920928955078125e-7f;
}

struct Pair {
    float first, second;
};

__device__ inline Pair box_muller(unsigned a, unsigned b)
{
    float radius = sqrtf(-2.0f * logf(open_uniform(a)));
    float s, c;
    sincospif(half_turns(b), &s, &c);
    Pair p;
    p.first = radius * c;
    p.second = radius * s;
    return p;
}

// ---------------------------------------------------------------- moments

struct Moments {
    float one, two, three, four;
};

__device__ inline Moments of(float x)
{
    Moments m;
    m.one = x;
    m.two = x * x;
    m.three = m.two * x;
    m.four = m.two * m.two;
    return m;
}

__device__ inline float warp_sum(float x)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(FULL, x, o);
    return x;
}

__device__ inline Moments warp_mean(Moments m)
{
    Moments r;
    r.one = warp_sum(m.one) / 32.0f;
    r.two = warp_sum(m.two) / 32.0f;
    r.three = warp_sum(m.three) / 32.0f;
    r.four = warp_sum(m.four) / 32.0f;
    return r;
}

// ---------------------------------------------------------------- the kernel

__global__ void normals(float *z, float *z2, float *moments, unsigned seed, unsigned stream)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    Counter counter;
    counter.x = (unsigned)i;
    counter.y = 0u;
    counter.z = 0u;
    counter.w = 0u;
    Key key;
    key.a = seed;
    key.b = stream;

    Counter bits = philox(counter, key);
    Pair p = box_muller(bits.x, bits.y);
    z[i] = p.first;
    z2[i] = p.second;

    Moments m = warp_mean(of(p.first));
    if (threadIdx.x == 0) {
        moments[0] = m.one;
        moments[1] = m.two;
        moments[2] = m.three;
        moments[3] = m.four;
    }
}

// ---------------------------------------------------------------- host

void launch_normals(float *z, float *z2, float *moments, unsigned seed, unsigned stream)
{
    normals<<<1, 32>>>(z, z2, moments, seed, stream);
}
