// fpcheck: simulate <<<1, 32>>> words=empty:32 normal=empty:16 die=empty:8 norm2=empty:8 mean_square=empty:1 key_low=305419896 key_high=2596069104 stream=7 first=1000 n=8 want=[0.6624841119654223,0.6312971042050499,-3.112390723538987,-1.1805883553279226,-0.876446875711689,0.81127954589336,1.3780658098001504,0.2531474714980599,1.2504623125049432,1.8494367604105948,2.2772333735420855,-0.278971410278323,-0.32737280375212346,0.4802400068077579,0.7016015454185613,0.4664223277797827] ref=normal=want --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: words made by multiplications that wrap, and float uniforms of a number of bits plus a half: 23 bits and the half fill 24, so (w >> 9) + 0.5 is exact, log sees neither 0 nor 1
// figure: computed 0.662484112 within 3e-7 (normal[0]), tolerance 1e-5
// Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3): four words a thread of a
// counter and a key, and what a simulation makes of them: uniforms, normals, directions on a sphere and their mean.

typedef unsigned int u32;
typedef unsigned long long u64;

// ---------------------------------------------------------------- constants

#define PHILOX_M0 0xD2511F53u
#define PHILOX_M1 0xCD9E8D57u
#define PHILOX_W0 0x9E3779B9u // golden ratio
#define PHILOX_W1 0xBB67AE85u // sqrt(3) - 1
#define ROUNDS 10

struct Block {
    u32 v[4];
};

struct Key {
    u32 a, b;
};

// ---------------------------------------------------------------- rounds

__device__ inline u32 high_product(u32 a, u32 b)
{
    return __umulhi(a, b);
}

__device__ inline u32 low_product(u32 a, u32 b)
{
    return a * b;
}

__device__ Block one_round(Block c, Key k)
{
    Block r;
    r.v[0] = high_product(PHILOX_M1, c.v[2]) ^ c.v[1] ^ k.a;
    r.v[1] = low_product(PHILOX_M1, c.v[2]);
    r.v[2] = high_product(PHILOX_M0, c.v[0]) ^ c.v[3] ^ k.b;
    r.v[3] = low_product(PHILOX_M0, c.v[0]);
    return r;
}

__device__ Key bump(Key k)
{
    k.a += PHILOX_W0;
    k.b += PHILOX_W1;
    return k;
}

__device__ Block philox(Block counter, Key key)
{
#pragma unroll
    for (int i = 0; i < ROUNDS; i++) {
        counter = one_round(counter, key);
        key = bump(key);
    }
    return counter;
}

// ---------------------------------------------------------------- counters

__device__ Block counter_of(u64 first, int i, u32 stream)
{
    u64 position = first + (u64)i;
    Block c;
    c.v[0] = (u32)position;
    c.v[1] = (u32)(position >> 32);
    c.v[2] = stream;
    c.v[3] = 0u;
    return c;
}

__device__ Key key_of(u32 low, u32 high)
{
    Key k = {low, high};
    return k;
}

// ---------------------------------------------------------------- distributions

// In (0, 1): 23 bits and a half, which is exact in binary32.
__device__ float open_uniform(u32 w)
{
    return ((w >> 9) + 0.5f) * 1.1920928955078125e-07f;
}

__device__ float2 normal_pair(u32 a, u32 b)
{
    float radius = sqrtf(-2.0f * logf(open_uniform(a)));
    float s, c;
    sincospif(2.0f * open_uniform(b), &s, &c);
    return make_float2(radius * c, radius * s);
}

struct Direction {
    float x, y, z;
};

// Archimedes: the height of a point on the sphere is uniform.
__device__ Direction on_sphere(u32 a, u32 b)
{
    float z = 2.0f * open_uniform(a) - 1.0f;
    float rho = sqrtf(fmaxf((1.0f - z) * (1.0f + z), 0.0f));
    float s, c;
    sincospif(2.0f * open_uniform(b), &s, &c);
    Direction d = {rho * c, rho * s, z};
    return d;
}

// ---------------------------------------------------------------- integers below a bound

// The upper half of a product: no division, and a bias of bound / 2^32 at most.
__device__ u32 below(u32 w, u32 bound)
{
    return __umulhi(w, bound);
}

__device__ int throw_die(u32 w)
{
    return 1 + (int)below(w, 6u);
}

// ---------------------------------------------------------------- sums over the warp

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

// ---------------------------------------------------------------- kernel

__global__ void simulate(u32 *words, float *normal, int *die, float *norm2, float *mean_square, u32 key_low,
                         u32 key_high, u32 stream, int first, int n)
{
    int i = threadIdx.x;
    Block r = philox(counter_of((u64)first, i, stream), key_of(key_low, key_high));

    float2 g = normal_pair(r.v[0], r.v[1]);
    Direction d = on_sphere(r.v[2], r.v[3]);
    float square = i < n ? g.x * g.x + g.y * g.y : 0.0f;
    float total = warp_sum(square);

    if (i < n) {
        for (int k = 0; k < 4; k++)
            words[4 * i + k] = r.v[k];
        normal[2 * i] = g.x;
        normal[2 * i + 1] = g.y;
        die[i] = throw_die(r.v[3]);
        norm2[i] = d.x * d.x + d.y * d.y + d.z * d.z;
    }
    if (i == 0)
        *mean_square = total / (float)(2 * n);
}
