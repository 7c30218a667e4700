// fpcheck: dot <<<1, 32>>> a=[100000000.0,3.0,-100000000.0,0.5,12345678.0,-12345678.0,7.0,0.25] b=[1.0000001,2.0,1.0,4.0,3.0000002,3.0,-1.0,8.0] y=empty:1 n=8 ref=y=sum(a*b) --tol 4ulp
// expect: ok
// why: products of 1e8 and 4e7 cancel to some tens, but their rounding errors are kept by fma and two-sums; __fmul_rn keeps the compiler from fusing the product into the sum
// figure: computed 17.864368438720703, MPFR 17.864368
struct Double2 {
    float high, low;
};

__device__ inline Double2 two_sum(float a, float b)
{
    float s = __fadd_rn(a, b);
    float bb = __fsub_rn(s, a);
    float e = __fadd_rn(__fsub_rn(a, __fsub_rn(s, bb)), __fsub_rn(b, bb));
    return {s, e};
}

__device__ inline Double2 two_product(float a, float b)
{
    float p = __fmul_rn(a, b);
    return {p, fmaf(a, b, -p)};
}

// Ogita, Rump and Oishi's Dot2.
__global__ void dot(const float *a, const float *b, float *y, int n)
{
    if (threadIdx.x != 0)
        return;
    float high = 0.0f;
    float low = 0.0f;
    for (int i = 0; i < n; i++) {
        Double2 p = two_product(a[i], b[i]);
        Double2 s = two_sum(high, p.high);
        high = s.high;
        low += s.low + p.low;
    }
    *y = high + low;
}
