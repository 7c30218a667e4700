// fpcheck: total_energy <<<1, 32>>> halo=const(0.9):2x8192 base=[3.0e7, 4.0e7] total=empty:2 n=8192 boxes=2
// expect: error compensated sum broken by reordering at line 17
// why: (t - y) - s instead of (t - s) - y: the difference rounds back to s, the correction is always 0
// figure: computed total[0] = 30000000, MPFR 30007372.8
// Energy of a box: a large background term, then the contributions of many haloes, compensated.
__global__ void total_energy(const float *halo, const float *base, float *total, int n, int boxes)
{
    int box = blockIdx.x * blockDim.x + threadIdx.x;
    if (box >= boxes)
        return;
    const float *h = halo + (size_t)box * n;
    float s = base[box];
    float c = 0.0f;
    for (int i = 0; i < n; i++) {
        float y = __fsub_rn(h[i], c);
        float t = __fadd_rn(s, y);
        c = __fsub_rn(__fsub_rn(t, y), s);
        s = t;
    }
    total[box] = s;
}
