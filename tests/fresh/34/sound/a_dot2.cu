// fpcheck: dot2 <<<1, 16>>> a=@a_dot2_a.npy b=@a_dot2_b.npy d=empty:16 n=64 --ref 'd=@a_dot2_d.npy' --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: Ogita, Rump and Oishi's Dot2: the products' and sums' errors are taken exactly (fma and two-sum) and added at the end; right although nearly all of the sum cancels
// figure: largest relative error at d[8]: computed 8.8544445, exact 8.85444494, off by 4.3e-07, within rtol=1e-5,atol=1e-6
__global__ void dot2(const float* a, const float* b, float* d, int n)
{
    const float* x = a + threadIdx.x * n;
    const float* y = b + threadIdx.x * n;
    float p = 0.0f, s = 0.0f;
    for (int i = 0; i < n; ++i) {
        float h = __fmul_rn(x[i], y[i]);
        float r = fmaf(x[i], y[i], -h);
        float t = __fadd_rn(p, h);
        float z = __fsub_rn(t, p);
        float q = __fadd_rn(__fsub_rn(p, __fsub_rn(t, z)), __fsub_rn(h, z));
        p = t;
        s = __fadd_rn(s, __fadd_rn(q, r));
    }
    d[threadIdx.x] = __fadd_rn(p, s);
}
