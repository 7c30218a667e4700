// fpcheck: modexp <<<1, 4>>> base=[3,5,65537,123456789] exponent=[13,200,77,65537] out=empty:4 p=2147483647 n=4 want=[1594323,2058432374,240966698,2106756374] ref=out=want --tol bitwise
// expect: error wrap at line 8
// why: the product of two 31-bit residues is taken in 32 bits before the reduction
// figure: computed out[3] = 0, right 2106756374
typedef unsigned int u32;
__device__ u32 mul_mod(u32 a, u32 b, u32 p)
{
    return a * b % p;
}

__global__ void modexp(const u32 *base, const u32 *exponent, u32 *out, u32 p, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    u32 r = 1, b = base[i] % p;
    for (u32 e = exponent[i]; e; e >>= 1) {
        if (e & 1)
            r = mul_mod(r, b, p);
        b = mul_mod(b, b, p);
    }
    out[i] = r;
}
