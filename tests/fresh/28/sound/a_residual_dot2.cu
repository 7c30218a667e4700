// fpcheck: residual_dot <<<3, 32>>> a=@a_residual_dot2_a.npy b=@a_residual_dot2_b.npy out=empty:3 n=256 --ref out=@a_residual_dot2_want.npy --tol rtol=1e-6,atol=0
// expect: ok
// why: products that cancel to a hundred-thousandth of themselves and less; error-free transforms keep what each rounding drops, so the float result is right nearly to its last bit
// figure: out[0] computed -0.000563769951, MPFR -0.000563769974; worst relative error 4.2e-08 of 1e-6 allowed, condition number 9e+05
// Dot product in twice the working precision (Ogita, Rump, Oishi), one warp a row.
struct Pair {
    float hi, lo;
};

__device__ Pair two_sum(float a, float b)
{
    float s = __fadd_rn(a, b);
    float z = __fsub_rn(s, a);
    float e = __fadd_rn(__fsub_rn(a, __fsub_rn(s, z)), __fsub_rn(b, z));
    return {s, e};
}

__device__ Pair two_product(float a, float b)
{
    float p = __fmul_rn(a, b);
    return {p, __fmaf_rn(a, b, -p)};
}

__device__ Pair add(Pair x, Pair y)
{
    Pair s = two_sum(x.hi, y.hi);
    return {s.hi, __fadd_rn(s.lo, __fadd_rn(x.lo, y.lo))};
}

__global__ void residual_dot(const float *a, const float *b, float *out, int n)
{
    const float *x = a + blockIdx.x * n;
    const float *y = b + blockIdx.x * n;
    Pair sum = {0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += 32)
        sum = add(sum, two_product(x[i], y[i]));
    for (int o = 16; o > 0; o >>= 1) {
        Pair other = {__shfl_down_sync(0xffffffffu, sum.hi, o), __shfl_down_sync(0xffffffffu, sum.lo, o)};
        sum = add(sum, other);
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum.hi + sum.lo;
}
