// fpcheck: philox_normal <<<1, 64>>> bits=empty:64x4 z=empty:64x4 key0=305419896 key1=19088743 stream=7 n=64 --ref 'bits=@b_philox_bits.npy' --ref 'z=@b_philox_z.npy' --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: the generator wraps 32-bit products and sums on purpose; uniform numbers are built with half a step added, so that the logarithm never meets zero
// figure: z[34, 3] computed 1.0747062, MPFR 1.07470631, worst of 256, 0.0054 of the tolerance
#include <cuda_runtime.h>

// Philox 4x32-10 (Salmon et al.), and normal numbers by Box and Muller
struct Block {
    unsigned x, y, z, w;
};

struct Key {
    unsigned a, b;
};

constexpr unsigned MUL_A = 0xd2511f53u;
constexpr unsigned MUL_B = 0xcd9e8d57u;
constexpr unsigned WEYL_A = 0x9e3779b9u;
constexpr unsigned WEYL_B = 0xbb67ae85u;

// high halves are mixed with the other words, low halves are kept
__device__ Block one_round(Block c, Key k)
{
    unsigned hi0 = __umulhi(MUL_A, c.x);
    unsigned lo0 = MUL_A * c.x;
    unsigned hi1 = __umulhi(MUL_B, c.z);
    unsigned lo1 = MUL_B * c.z;
    Block r;
    r.x = hi1 ^ c.y ^ k.a;
    r.y = lo1;
    r.z = hi0 ^ c.w ^ k.b;
    r.w = lo0;
    return r;
}

// Weyl sequence
__device__ Key bump(Key k)
{
    k.a += WEYL_A;
    k.b += WEYL_B;
    return k;
}

__device__ Block philox(Block counter, Key key)
{
    for (int i = 0; i < 10; ++i) {
        counter = one_round(counter, key);
        key = bump(key);
    }
    return counter;
}

// (0, 1): 23 bits and half a step, exact in a float
__device__ float uniform(unsigned u)
{
    return ((float)(u >> 9) + 0.5f) * 1.1920928955078125e-7f;
}

struct Two {
    float a, b;
};

// two independent normal numbers of two words
__device__ Two box_muller(unsigned u, unsigned v)
{
    float radius = sqrtf(-2.0f * logf(uniform(u)));
    float s, c;
    sincospif(2.0f * uniform(v), &s, &c);
    return {radius * c, radius * s};
}

__device__ void store_bits(unsigned* out, Block b)
{
    out[0] = b.x;
    out[1] = b.y;
    out[2] = b.z;
    out[3] = b.w;
}

__device__ void store_normals(float* out, Block b)
{
    Two p = box_muller(b.x, b.y);
    Two q = box_muller(b.z, b.w);
    out[0] = p.a;
    out[1] = p.b;
    out[2] = q.a;
    out[3] = q.b;
}

__global__ void philox_normal(unsigned* bits, float* z, unsigned key0, unsigned key1,
                              unsigned stream, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Block counter = {(unsigned)i, 0u, stream, 0xffffffffu};
    Key key = {key0, key1};
    Block b = philox(counter, key);
    store_bits(bits + 4 * i, b);
    store_normals(z + 4 * i, b);
}
