// fpcheck: bloom <<<1, 128>>> key=randint(0,100000):128 filter=empty:32 n=128
// expect: error uninitialised at line 27
// why: only the first 16 of the 32 words of the filter in shared memory are cleared before bits are set in them
// figure: computed: bits of unset memory in filter[16..31], MPFR: those of the hashes only
// Bloom filter of a block's keys for a semi-join, 1024 bits, two hashes.
#define WORDS 32

__device__ unsigned mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

__global__ void bloom(const unsigned *key, unsigned *filter, int n)
{
    __shared__ unsigned bits[WORDS];
    int t = threadIdx.x;
    if (t < WORDS / 2)
        bits[t] = 0;
    __syncthreads();
    if (t < n) {
        unsigned h = mix(key[t]);
        unsigned a = h & 1023u, b = (h >> 10) & 1023u;
        atomicOr(&bits[a >> 5], 1u << (a & 31u));
        atomicOr(&bits[b >> 5], 1u << (b & 31u));
    }
    __syncthreads();
    if (t < WORDS)
        filter[t] = bits[t];
}
