// fpcheck: windows<<<1, 32>>> text=[115,101,112,113,122,118,115,101,109,102,118,119,103,118,113,104,118,115,109,120,97,100,115,121,113,102,121,113,111,105,113,99] hash=empty:24 length=32 k=9 want=[1936497,7962581,2484235,6140491,3299822,4134725,2211662,1984246,2804690,3990022,164717,2835970,6769078,4176574,6978330,5664392,8357128,3203378,2181719,3806955,8018516,7013932,6315674,8302432] --ref 'hash=want' --tol bitwise
// expect: ok
// why: products modulo 2^61 - 1 by the high and the low word of 128 bits; nothing is lost, the shifts only look like it
// figure: computed hash[0] = 1936497, MPFR 1936497; integers
typedef unsigned long long u64;
constexpr u64 PRIME = (1ull << 61) - 1;
constexpr u64 BASE = 911382323ull * 1000003ull;

__device__ u64 reduce(u64 v)
{
    v = (v & PRIME) + (v >> 61);
    return v >= PRIME ? v - PRIME : v;
}

__device__ u64 times(u64 a, u64 b)
{
    u64 low = a * b, high = __umul64hi(a, b);
    return reduce((low & PRIME) + ((low >> 61) | (high << 3)));
}

__global__ void windows(const unsigned char *text, int *hash, int length, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + k > length)
        return;
    u64 h = 0;
    for (int j = 0; j < k; j++)
        h = reduce(times(h, BASE) + text[i + j]);
    hash[i] = (int)(h & 0x7fffffu);
}
