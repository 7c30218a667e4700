// fpcheck: uniforms <<<1, 64>>> u=empty:64 v=empty:64 key=2026 n=64
// expect: ok
// why: multiplications overflow on purpose; of the random bits 24 are kept, so the conversion is exact and below 1, and the logarithm never sees 0
// figure: computed u[0] = 0.306547701, v[0] = 0.2624574, MPFR 0.306547701 and 0.2624573891; error of v about an ulp
struct Counter {
    unsigned a, b;
};

__device__ Counter philox2x32(Counter c, unsigned key)
{
    for (int r = 0; r < 10; r++) {
        unsigned hi = __umulhi(0xd256d193u, c.a);
        unsigned lo = 0xd256d193u * c.a;
        c.a = hi ^ key ^ c.b;
        c.b = lo;
        key += 0x9e3779b9u;
    }
    return c;
}

__device__ float open_unit(unsigned x)
{
    return ((float)(x >> 9) + 0.5f) * 1.1920929e-7f;
}

// u uniform in (0, 1), v exponential.
__global__ void uniforms(float *u, float *v, unsigned key, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    Counter c = {(unsigned)i, 7u};
    c = philox2x32(c, key);
    u[i] = open_unit(c.a);
    v[i] = -logf(open_unit(c.b));
}
