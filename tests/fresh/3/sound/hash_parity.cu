// fpcheck: draws <<<2, 64>>> u=empty:128 heads=empty:4 seed=7 n=128
// expect: ok
// Murmur finaliser of the particle number; 24 exact bits; heads by a vote.
__device__ unsigned mix(unsigned h) {
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    h ^= h >> 16;
    return h;
}

__global__ void draws(float* u, int* heads, unsigned seed, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned h = mix((unsigned)i * 0x9e3779b9u + seed);
    float v = (float)(h >> 8) * 0x1p-24f;
    unsigned votes = __ballot_sync(0xffffffffu, i < n && v < 0.5f);
    if (i < n) u[i] = v;
    if (threadIdx.x % 32 == 0) heads[i / 32] = __popc(votes);
}
