// fpcheck: leading <<<1, 32>>> v=[1.0,1.0000000000000002,2.0,2.5,2.5000000000000004] lz=empty:4 n=4 want=[63,1,13,63] ref=lz=want --tol bitwise
// expect: error mismatch at line 13
// why: the leading zeros of a 64-bit XOR are counted in the high word only: where that is 0, __clz gives 32 and the low word is not looked at
// figure: computed lz[0] = 32, right 63
// Leading zeros of the XOR of neighbouring samples (Gorilla's float compression).
__global__ void leading(const double *v, int *lz, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    unsigned long long x = (unsigned long long)(__double_as_longlong(v[i]) ^ __double_as_longlong(v[i + 1]));
    unsigned high = (unsigned)(x >> 32);
    lz[i] = x == 0 ? 64 : __clz((int)high);
}
