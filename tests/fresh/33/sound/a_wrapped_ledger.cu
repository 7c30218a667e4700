// fpcheck: ledger <<<1, 96>>> quantity=@a_qty.npy cents=@a_cents.npy notional=empty:96:i64 digest=inout:zeros:1:u32 n=96 --ref 'notional=@a_notional.npy' --ref 'digest=@a_digest.npy'
// expect: ok
// why: 32-bit products that overflow, but the high half is taken by __mulhi and joined with the low one, and the digest is a hash (FNV) that is meant to wrap
// figure: notional: all 96 elements exactly as the reference
__device__ unsigned fnv(unsigned h, unsigned word)
{
    for (int b = 0; b < 4; ++b) {
        h ^= (word >> (8 * b)) & 255u;
        h *= 16777619u;
    }
    return h;
}

__global__ void ledger(const int *__restrict__ quantity, const int *__restrict__ cents, long long *__restrict__ notional,
                       unsigned *__restrict__ digest, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        int q = quantity[i], c = cents[i];
        unsigned low = (unsigned)q * (unsigned)c;
        int high = __mulhi(q, c);
        notional[i] = ((long long)high << 32) | low;
        unsigned h = fnv(fnv(2166136261u, low), (unsigned)high);
        atomicXor(digest, h);
    }
}
