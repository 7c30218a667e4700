// fpcheck: dot2 <<<1, 32>>> x=adversarial(20):32x40 y=adversarial(20):32x40 r=empty:32 cols=40
// expect: ok
// Ogita, Rump and Oishi's Dot2: error-free product and sum.
__global__ void dot2(const float* x, const float* y, float* r, int cols) {
    const float* a = x + threadIdx.x * cols;
    const float* b = y + threadIdx.x * cols;
    float s = 0.0f, c = 0.0f;
    for (int k = 0; k < cols; ++k) {
        float p = __fmul_rn(a[k], b[k]);
        float e = __fmaf_rn(a[k], b[k], -p);
        float t = __fadd_rn(s, p);
        float z = __fsub_rn(t, s);
        float q = __fadd_rn(__fsub_rn(s, __fsub_rn(t, z)), __fsub_rn(p, z));
        c = __fadd_rn(c, __fadd_rn(q, e));
        s = t;
    }
    r[threadIdx.x] = __fadd_rn(s, c);
}
