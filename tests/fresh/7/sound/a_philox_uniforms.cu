// fpcheck: fill<<<1, 32>>> u=empty:64 seed=20240229 n=64
// expect: ok
// why: integer products overflow on purpose and bits become floats, but only 24 bits are kept, and those times 2^-24 are exact and never 1
// figure: computed u[6] = 0.561011672, MPFR 0.56101167202 (exact)
// Philox 2x32-10: two uniform numbers in [0, 1) a thread.
struct Pair {
    unsigned x, y;
};

__device__ Pair philox(Pair c, unsigned key)
{
#pragma unroll
    for (int round = 0; round < 10; round++) {
        unsigned high = __umulhi(0xd256d193u, c.x);
        unsigned low = 0xd256d193u * c.x;
        c = {high ^ key ^ c.y, low};
        key += 0x9e3779b9u;
    }
    return c;
}

__device__ float uniform(unsigned bits)
{
    return (float)(bits >> 8) * 0x1p-24f;
}

__global__ void fill(float *u, unsigned seed, int n)
{
    int i = threadIdx.x;
    if (2 * i + 1 >= n)
        return;
    Pair r = philox({(unsigned)i, 0u}, seed);
    u[2 * i] = uniform(r.x);
    u[2 * i + 1] = uniform(r.y);
}
