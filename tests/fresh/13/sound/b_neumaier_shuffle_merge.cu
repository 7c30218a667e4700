// fpcheck: total <<<1, 32>>> x=adversarial(12):256 out=empty:1 n=256
// expect: ok
// why: subtractions that look like zeros: two-sum in every step, and the merge of lanes carries the low parts along
// figure: computed 0.000513411418 on a cancelling sample, MPFR 0.000513411411
// Sparse linear algebra: sum of nearly cancelling entries with a doubled accumulator.
struct Doubled
{
    float hi, lo;
    __device__ void add(float v)
    {
        float t = __fadd_rn(hi, v);
        float b = __fsub_rn(t, hi);
        float e = __fadd_rn(__fsub_rn(hi, __fsub_rn(t, b)), __fsub_rn(v, b));
        hi = t;
        lo = __fadd_rn(lo, e);
    }
    __device__ void merge(float h, float l)
    {
        add(h);
        lo = __fadd_rn(lo, l);
    }
};

__global__ void total(const float *x, float *out, int n)
{
    Doubled d = {0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += 32)
        d.add(x[i]);
    for (int o = 16; o > 0; o >>= 1)
    {
        float h = __shfl_down_sync(0xffffffffu, d.hi, o);
        float l = __shfl_down_sync(0xffffffffu, d.lo, o);
        d.merge(h, l);
    }
    if (threadIdx.x == 0)
        *out = d.hi + d.lo;
}
