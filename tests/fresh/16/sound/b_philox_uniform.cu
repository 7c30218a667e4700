// fpcheck: philox_fill <<<2, 32>>> out=empty:256 pick=empty:64 key0=2863311530 key1=123456789 range=1000 n=256
// expect: ok
// why: Philox wraps all its products on purpose; the top 24 bits convert exactly and scale exactly, and __umulhi draws an index below the range
// figure: all values are exact multiples of 2^-24: error 0
struct Word4 {
    unsigned int x, y, z, w;
};

__device__ Word4 philox_round(Word4 c, unsigned int k0, unsigned int k1)
{
    const unsigned int M0 = 0xD2511F53u, M1 = 0xCD9E8D57u;
    unsigned int h0 = __umulhi(M0, c.x), l0 = M0 * c.x;
    unsigned int h1 = __umulhi(M1, c.z), l1 = M1 * c.z;
    Word4 r = { h1 ^ c.y ^ k0, l1, h0 ^ c.w ^ k1, l0 };
    return r;
}

__device__ Word4 philox10(Word4 c, unsigned int k0, unsigned int k1)
{
    for (int i = 0; i < 10; i++) {
        c = philox_round(c, k0, k1);
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return c;
}

__device__ float uniform01(unsigned int w)
{
    return (float)(w >> 8) * 5.9604644775390625e-8f;
}

__global__ void philox_fill(float *out, int *pick, unsigned int key0, unsigned int key1, unsigned int range, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i + 3 >= n)
        return;
    Word4 c = { (unsigned int)i, 0u, 0u, 0u };
    c = philox10(c, key0, key1);
    out[4 * i] = uniform01(c.x);
    out[4 * i + 1] = uniform01(c.y);
    out[4 * i + 2] = uniform01(c.z);
    out[4 * i + 3] = uniform01(c.w);
    pick[i] = (int)__umulhi(c.x ^ c.w, range);
}
