// fpcheck: softmax_online <<<2, 32>>> z=@a_online_softmax_masked_z.npy p=empty:2x96 n=96 --ref p=@a_online_softmax_masked_want.npy --tol rtol=2e-5,atol=1e-30
// expect: ok
// why: running maximum and sum with masked scores of -inf: the guard keeps -inf - (-inf) out, and small probabilities have the accuracy their argument allows
// figure: computed p[0][84]=0.99999988, MPFR 0.99999991 (relative error below 5e-6, tolerance 2e-5)
// Softmax of attention scores in one pass for maximum and sum, one warp a row. Masked scores are -inf.
struct state {
    float m, s;
};

__device__ __forceinline__ float minus_infinity()
{
    return __int_as_float(0xff800000);
}

__device__ state merge(state a, state b)
{
    state r;
    r.m = fmaxf(a.m, b.m);
    if (r.m == minus_infinity()) {
        r.s = 0.0f;
        return r;
    }
    r.s = a.s * expf(a.m - r.m) + b.s * expf(b.m - r.m);
    return r;
}

__global__ void softmax_online(const float *z, float *p, int n)
{
    const float *row = z + blockIdx.x * n;
    state mine = {minus_infinity(), 0.0f};
    for (int i = threadIdx.x; i < n; i += 32) {
        const state one = {row[i], 1.0f};
        mine = merge(mine, one);
    }
    for (int o = 16; o > 0; o >>= 1) {
        state other;
        other.m = __shfl_xor_sync(0xffffffffu, mine.m, o);
        other.s = __shfl_xor_sync(0xffffffffu, mine.s, o);
        mine = merge(mine, other);
    }
    for (int i = threadIdx.x; i < n; i += 32)
        p[blockIdx.x * n + i] = expf(row[i] - mine.m) / mine.s;
}
