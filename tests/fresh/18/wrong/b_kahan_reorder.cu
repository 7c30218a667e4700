// fpcheck: charge_total <<<1, 32>>> q=const(0.01):32x256 start=const(1000000):32 total=empty:32 n=256
// expect: error compensated sum broken by reordering at line 12: (x - t) is rounded where (s - t) is exact: the lost part is computed as 0 and the compensation does nothing
// why: (x - t) is rounded where (s - t) is exact: the lost part is computed as 0 and the compensation does nothing
// figure: total[0] computed 1000000, MPFR 1000002.56
struct Comp {
    float s, c;
};

__device__ void add(Comp &a, float x)
{
    float t = __fadd_rn(a.s, x);
    float lost = __fadd_rn(__fsub_rn(x, t), a.s);
    a.c = __fadd_rn(a.c, lost);
    a.s = t;
}

// One column a thread: a large reservoir and many small increments.
__global__ void charge_total(const float *q, const float *start, float *total, int n)
{
    int i = threadIdx.x;
    Comp a = {start[i], 0.0f};
    for (int k = 0; k < n; k++)
        add(a, q[i * n + k]);
    total[i] = __fadd_rn(a.s, a.c);
}
