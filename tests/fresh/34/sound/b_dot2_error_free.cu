// fpcheck: dot2 <<<1, 32>>> a=@b_dot2_error_free_a.npy b=@b_dot2_error_free_b.npy y=empty:8 rows=8 n=64 --ref y=@b_dot2_error_free_ref_y.npy --tol rtol=1e-5
// expect: ok
// why: sums with heavy cancellation and differences that look like zero: error-free transforms carry what is lost
// figure: y[0] computed 0.0490205139, exact 0.0490205106 (error 3.3e-09, 0.0067 of the tolerance; worst of 8)
#include <cuda_runtime.h>
// Ogita, Rump and Oishi's Dot2: products and sums by error-free transforms, as if in twice the precision.
struct Pair { float hi, lo; };
__device__ Pair two_sum(float a, float b)
{
    const float s = __fadd_rn(a, b);
    const float bb = __fsub_rn(s, a);
    return {s, __fadd_rn(__fsub_rn(a, __fsub_rn(s, bb)), __fsub_rn(b, bb))};
}
__device__ Pair two_prod(float a, float b)
{
    const float p = __fmul_rn(a, b);
    return {p, __fmaf_rn(a, b, -p)};
}
__global__ void dot2(const float* __restrict__ a, const float* __restrict__ b, float* y, int rows, int n)
{
    const int r = threadIdx.x;
    if (r >= rows) return;
    float s = 0.0f, c = 0.0f;
    for (int i = 0; i < n; ++i) {
        const Pair p = two_prod(a[r * n + i], b[r * n + i]);
        const Pair t = two_sum(s, p.hi);
        s = t.hi;
        c = __fadd_rn(c, __fadd_rn(t.lo, p.lo));
    }
    y[r] = __fadd_rn(s, c);
}
