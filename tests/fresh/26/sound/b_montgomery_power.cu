// fpcheck: modexp <<<1, 4>>> base=[3,5,65537,123456789] exponent=[13,200,77,65537] out=empty:4 p=2147483647 n=4 want=[1594323,2058432374,240966698,2106756374] ref=out=want --tol bitwise
// expect: ok
// why: Montgomery products of 31-bit residues: every wrap of the low word is meant, the sum of two 62-bit numbers fits 64 bits
// figure: computed out[3] = 2106756374, right 2106756374 (Python pow): error 0
typedef unsigned int u32;
typedef unsigned long long u64;

__device__ u32 inverse_of(u32 p)
{
    u32 x = p;
    for (int k = 0; k < 5; ++k)
        x *= 2 - p * x;
    return x;
}

__device__ u32 redc(u64 t, u32 p, u32 minus_inverse)
{
    u32 m = (u32)t * minus_inverse;
    u32 r = (u32)((t + (u64)m * p) >> 32);
    return r >= p ? r - p : r;
}

__global__ void modexp(const u32 *base, const u32 *exponent, u32 *out, u32 p, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    u32 k = 0u - inverse_of(p);
    u32 one = (u32)(((u64)1 << 32) % p);
    u32 b = (u32)(((u64)(base[i] % p) << 32) % p);
    u32 r = one;
    for (u32 e = exponent[i]; e; e >>= 1) {
        if (e & 1)
            r = redc((u64)r * b, p, k);
        b = redc((u64)b * b, p, k);
    }
    out[i] = redc(r, p, k);
}
