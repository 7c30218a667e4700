// fpcheck: total_loss <<<2, 32>>> x=spiked(1e4):2x512 y=empty:2 n=512 ref=y=sum(x,1) --tol rtol=1e-6,atol=1e-6
// expect: ok
// why: error terms are summed beside the sums, also when the lanes are merged; __fadd_rn keeps the compiler from fusing or reassociating
// figure: about half an ulp of the sum, tolerance 1e-6 (8 ulp)
// Sums of losses with outliers, a warp a row, two-sums throughout.
struct Pair
{
    float sum;
    float rest;
};

__device__ Pair two_sum(float a, float b)
{
    const float s = __fadd_rn(a, b);
    const float part = __fsub_rn(s, a);
    return {s, __fadd_rn(__fsub_rn(a, __fsub_rn(s, part)), __fsub_rn(b, part))};
}

__device__ Pair added(Pair p, float v)
{
    const Pair t = two_sum(p.sum, v);
    return {t.sum, __fadd_rn(p.rest, t.rest)};
}

__global__ void total_loss(const float *x, float *y, int n)
{
    Pair p = {0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += 32)
        p = added(p, x[blockIdx.x * n + i]);
    for (int offset = 16; offset > 0; offset >>= 1) {
        const float sum = __shfl_down_sync(0xffffffffu, p.sum, offset);
        const float rest = __shfl_down_sync(0xffffffffu, p.rest, offset);
        p = added(p, sum);
        p.rest = __fadd_rn(p.rest, rest);
    }
    if (threadIdx.x == 0)
        y[blockIdx.x] = __fadd_rn(p.sum, p.rest);
}
