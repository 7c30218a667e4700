// fpcheck: dot2_rows <<<1, 32>>> a=@b_dot_a.npy b=@b_dot_b.npy out=empty:2 rows=2 n=40 want=[-0.08044589587211459,-0.2732400676098001] --ref 'out=want' --tol rtol=1e-5,atol=0
// expect: ok
// why: the terms cancel to a ten thousandth of their sizes; error-free products and sums make up for it
// figure: out[0] computed -0.08044589, MPFR -0.08044589587211459; largest relative error 3.4e-08 of 1e-5 allowed
#include <cuda_runtime.h>

// Compensated dot product (Ogita, Rump and Oishi's Dot2): as if in twice the precision.
struct FloatPair {
    float hi;
    float lo;
};

__device__ __forceinline__ FloatPair two_sum(float a, float b)
{
    FloatPair r;
    r.hi = __fadd_rn(a, b);
    float z = __fsub_rn(r.hi, a);
    r.lo = __fadd_rn(__fsub_rn(a, __fsub_rn(r.hi, z)), __fsub_rn(b, z));
    return r;
}

__device__ __forceinline__ FloatPair two_prod(float a, float b)
{
    FloatPair r;
    r.hi = __fmul_rn(a, b);
    r.lo = __fmaf_rn(a, b, -r.hi);
    return r;
}

__global__ void dot2_rows(const float *__restrict__ a, const float *__restrict__ b,
                          float *__restrict__ out, int rows, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;

    float sum = 0.0f;
    float err = 0.0f;
    for (int i = 0; i < n; i++) {
        FloatPair p = two_prod(a[row * n + i], b[row * n + i]);
        FloatPair s = two_sum(sum, p.hi);
        sum = s.hi;
        err += s.lo + p.lo;
    }
    out[row] = sum + err;
}
