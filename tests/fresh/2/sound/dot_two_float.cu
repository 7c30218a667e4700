// fpcheck: dot2 <<<1, 32>>> a=uniform(0,1):1024 b=uniform(0,1):1024 out=empty:1 n=1024 ref=sum(a*b) --tol rtol=1e-6
// expect: ok
// Dot product in twice the working precision (Ogita, Rump, Oishi): error-free
// product by fma, error-free sum by Knuth's TwoSum.
#include <cuda_runtime.h>

__device__ __forceinline__ void two_sum(float a, float b, float& s, float& e)
{
    s = __fadd_rn(a, b);
    float bb = __fsub_rn(s, a);
    e = __fadd_rn(__fsub_rn(a, __fsub_rn(s, bb)), __fsub_rn(b, bb));
}

__device__ __forceinline__ void two_prod(float a, float b, float& p, float& e)
{
    p = __fmul_rn(a, b);
    e = __fmaf_rn(a, b, -p);
}

__global__ void dot2(const float* __restrict__ a, const float* __restrict__ b,
                     float* __restrict__ out, int n)
{
    float hi = 0.0f, lo = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) {
        float p, ep, s, es;
        two_prod(a[i], b[i], p, ep);
        two_sum(hi, p, s, es);
        hi = s;
        lo = __fadd_rn(lo, __fadd_rn(ep, es));
    }
    for (int o = 16; o > 0; o >>= 1) {
        float h2 = __shfl_xor_sync(0xffffffffu, hi, o);
        float l2 = __shfl_xor_sync(0xffffffffu, lo, o);
        float s, e;
        two_sum(hi, h2, s, e);
        hi = s;
        lo = __fadd_rn(__fadd_rn(lo, l2), e);
    }
    if (threadIdx.x == 0) out[0] = hi + lo;
}
