// fpcheck: dot_two_product <<<1, 32>>> n=8 a=[1e7, 1.5, -1e7, 2.25, 3.0, 1e6, 0.5, -1e6] b=[1e7, 2.5, 1e7, 4.0, 0.125, 3e6, 8.0, 3e6] out=empty:1 want=[17.125] ref=out=want --tol rtol=1e-5,atol=0
// expect: ok
// Dot2 of Ogita, Rump and Oishi: error-free products and sums, the errors gathered beside.
__global__ void dot_two_product(const float* a, const float* b, float* out, int n)
{
    if (threadIdx.x != 0) return;
    float s = 0.0f, c = 0.0f;
    for (int i = 0; i < n; ++i) {
        float p = __fmul_rn(a[i], b[i]);
        float e = __fmaf_rn(a[i], b[i], -p);
        float t = __fadd_rn(s, p);
        float z = __fsub_rn(t, s);
        float f = __fadd_rn(__fsub_rn(s, __fsub_rn(t, z)), __fsub_rn(p, z));
        c = __fadd_rn(c, __fadd_rn(e, f));
        s = t;
    }
    out[0] = s + c;
}
