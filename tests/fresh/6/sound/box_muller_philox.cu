// fpcheck: box_muller_philox <<<2, 64>>> n=128 seed=3 z0=empty:128 z1=empty:128
// expect: ok
// Normal deviates from a counter-based generator; u1 lies in (0, 1], so the logarithm is finite.
__device__ uint2 philox2(unsigned ctr, unsigned key)
{
    unsigned l = ctr, r = 0u;
    for (int i = 0; i < 10; ++i) {
        unsigned hi = __umulhi(0xd256d193u, l);
        unsigned lo = 0xd256d193u * l;
        l = hi ^ key ^ r;
        r = lo;
        key += 0x9e3779b9u;
    }
    return make_uint2(l, r);
}

__global__ void box_muller_philox(float* z0, float* z1, int n, unsigned seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint2 g = philox2((unsigned)i, seed);
    float u1 = (float)((g.x >> 8) + 1u) * 0x1p-24f;
    float u2 = (float)(g.y >> 8) * 0x1p-24f;
    float s, c;
    sincospif(2.0f * u2, &s, &c);
    float r = sqrtf(-2.0f * logf(u1));
    z0[i] = r * c;
    z1[i] = r * s;
}
