// fpcheck: dot2 <<<2, 1>>> a=uniform(-1,1):2x512 b=uniform(-1,1):2x512 out=empty:2 n=512 ref=sum(a*b,1) --tol rtol=1e-5,atol=1e-6
// expect: ok
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
__global__ void dot2(const float* a, const float* b, float* out, int n)
{
    const float* x = a + blockIdx.x * n;
    const float* y = b + blockIdx.x * n;
    float s = 0.0f, c = 0.0f;
    for (int i = 0; i < n; ++i) {
        float p, ep, es;
        two_prod(x[i], y[i], p, ep);
        two_sum(s, p, s, es);
        c += ep + es;
    }
    out[blockIdx.x] = s + c;
}
