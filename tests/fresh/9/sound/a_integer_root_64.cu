// fpcheck: roots<<<1, 32>>> v=[0,1,2,3,4,15,16,17,18446744065119617025,18446744065119617024,18446744073709551615,9007199254740993,4611686039902224408,4611686039902224409,999999999999999999,1000000000000000000] root=empty:16 square=empty:16 n=16 wr=[0,1,1,1,2,3,4,4,4294967295,4294967294,4294967295,94906265,2147483652,2147483653,999999999,1000000000] ws=[1,1,0,0,1,0,1,0,1,0,0,0,0,1,0,1] ref=root=wr ref=square=ws --tol bitwise
// expect: ok
// why: a 64-bit integer does not fit binary64: the root is a guess, clamped and corrected by integers
// figure: error 0 of bitwise
// Integer square roots of 64-bit keys, and whether a key is a square.
__device__ unsigned long long integer_root(unsigned long long v)
{
    unsigned long long r = (unsigned long long)sqrt((double)v);
    if (r > 4294967295ull)
        r = 4294967295ull;
    while (r * r > v)
        r--;
    while (r < 4294967295ull && (r + 1) * (r + 1) <= v)
        r++;
    return r;
}

__global__ void roots(const unsigned long long *v, unsigned *root, int *square, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long r = integer_root(v[i]);
    root[i] = (unsigned)r;
    square[i] = r * r == v[i];
}
