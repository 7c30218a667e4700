// fpcheck: total_energy <<<1, 32>>> halo=const(0.9):2x8192 base=[3.0e7, 4.0e7] total=empty:2 n=8192 boxes=2
// expect: ok
// why: Kahan's sum with the rounding of every step kept by intrinsics, so that no contraction touches it
// figure: computed total[0] = 30007372, MPFR 30007372.8: 0.8 against an ulp of 2
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
        c = __fsub_rn(__fsub_rn(t, s), y);
        s = t;
    }
    total[box] = s;
}
