// fpcheck: overlap <<<1, 32>>> x=@a_overlap_dot2_x.npy y=@a_overlap_dot2_y.npy dot=empty:1 n=128 --ref dot=@a_overlap_dot2_want.npy --tol rtol=1e-5,atol=0
// expect: ok
// why: a dot product that cancels to a millionth of its terms, with the errors of every product and sum carried along (fma and two-sum)
// figure: computed 1.28191032e-05, MPFR 1.28191033e-05 (relative error 6.9e-09, tolerance 1e-5)
// Overlap integral of two nearly orthogonal orbitals on a grid, as if in twice the precision (Ogita, Rump and Oishi: Dot2).
struct twofold {
    float high, low;
};

__device__ __forceinline__ twofold add(twofold a, float b)
{
    const float s = __fadd_rn(a.high, b);
    const float z = __fsub_rn(s, a.high);
    const float e = __fadd_rn(__fsub_rn(a.high, __fsub_rn(s, z)), __fsub_rn(b, z));
    twofold r = {s, __fadd_rn(a.low, e)};
    return r;
}

__device__ __forceinline__ twofold add_product(twofold a, float x, float y)
{
    const float p = __fmul_rn(x, y);
    const float e = __fmaf_rn(x, y, -p);
    twofold r = add(a, p);
    r.low = __fadd_rn(r.low, e);
    return r;
}

__global__ void overlap(const float *x, const float *y, float *dot, int n)
{
    twofold sum = {0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += 32)
        sum = add_product(sum, x[i], y[i]);
    for (int o = 16; o > 0; o >>= 1) {
        const float high = __shfl_down_sync(0xffffffffu, sum.high, o);
        const float low = __shfl_down_sync(0xffffffffu, sum.low, o);
        sum = add(sum, high);
        sum.low = __fadd_rn(sum.low, low);
    }
    if (threadIdx.x == 0)
        *dot = sum.high + sum.low;
}
