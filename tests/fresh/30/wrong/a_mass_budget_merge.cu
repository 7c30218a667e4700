// fpcheck: mass_budget <<<1, 32>>> x=@a_mass_budget_merge_x.npy imbalance=empty:1 n=256 removed=720000.0
// expect: error compensation broken at line 26
// why: Kahan keeps what was added too much, the two-sum of the merge what is missing: the merge adds the two as if they had one sign
// figure: computed 0.097391, MPFR 0.119623
// Mass budget of a basin: the sum of all cells less what is known to have left. Each lane sums its cells with Kahan's
// compensation, then the 32 pairs (sum, compensation) are merged by shuffles with Knuth's two-sum.
struct pair {
    float s, c;
};

__device__ pair kahan_step(pair p, float v)
{
    const float y = __fsub_rn(v, p.c);
    const float t = __fadd_rn(p.s, y);
    p.c = __fsub_rn(__fsub_rn(t, p.s), y);
    p.s = t;
    return p;
}

__device__ pair merge(pair a, pair b)
{
    pair r;
    r.s = __fadd_rn(a.s, b.s);
    const float z = __fsub_rn(r.s, a.s);
    const float e = __fadd_rn(__fsub_rn(a.s, __fsub_rn(r.s, z)), __fsub_rn(b.s, z));
    r.c = a.c + b.c + e;
    return r;
}

__global__ void mass_budget(const float *x, float *imbalance, int n, float removed)
{
    pair p = {0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += 32)
        p = kahan_step(p, x[i]);
    for (int o = 16; o > 0; o >>= 1) {
        pair q;
        q.s = __shfl_down_sync(0xffffffffu, p.s, o);
        q.c = __shfl_down_sync(0xffffffffu, p.c, o);
        p = merge(p, q);
    }
    if (threadIdx.x == 0)
        *imbalance = (p.s - removed) + p.c;
}
