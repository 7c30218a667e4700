// fpcheck: dot2 <<<1, 1>>> a=@a_dot2_a.npy b=@a_dot2_b.npy out=empty:1 n=512 --ref 'out=@a_dot2_out_ref.npy' --tol rtol=1e-3
// expect: ok
// why: Ogita, Rump and Oishi's Dot2: the products' and sums' rounding errors are recovered exactly and added at the end; the plain sum would lose all bits to cancellation, this one does not
// figure: out[0] computed 2.19200277, MPFR 2.192020936 (error 0.0083 of the tolerance)
#include <cuda_runtime.h>
__device__ void two_sum(float a, float b, float& s, float& e)
{
    s = __fadd_rn(a, b);
    float z = __fsub_rn(s, a);
    e = __fadd_rn(__fsub_rn(a, __fsub_rn(s, z)), __fsub_rn(b, z));
}

__device__ void two_product(float a, float b, float& p, float& e)
{
    p = __fmul_rn(a, b);
    e = __fmaf_rn(a, b, -p);
}

// netting of cash flows: exposures times rates, of which nearly all cancel
__global__ void dot2(const float* a, const float* b, float* out, int n)
{
    float s = 0.0f, c = 0.0f;
    for (int i = 0; i < n; ++i) {
        float p, ep, es;
        two_product(a[i], b[i], p, ep);
        two_sum(s, p, s, es);
        c = __fadd_rn(c, __fadd_rn(ep, es));
    }
    out[0] = __fadd_rn(s, c);
}
