// fpcheck: closing_totals <<<1, 32>>> x=[1,1e8,1,-1e8,1,1e8,1,-1e8,1,1e8,1,-1e8,1,1e8,1,-1e8] weight=[1,2,4,8] total=empty:4 n=16 m=4 ref=total=8*weight --tol rtol=1e-6,atol=0
// expect: error compensated sum of wrong order at line 13
// why: the three-operation error term holds only where the sum is the larger; each 1e8 that meets a small sum loses it without a trace
// figure: weight 1: computed 4, MPFR 8
// totals of a ledger series, compensated: a thread a portfolio weight
struct Sum {
    float s, c;
};

__device__ void add(Sum &a, float x)
{
    float t = a.s + x;
    a.c += x - (t - a.s);
    a.s = t;
}

__global__ void closing_totals(const float *x, const float *weight, float *total, int n, int m)
{
    int k = threadIdx.x;
    if (k >= m)
        return;
    Sum a = {0.0f, 0.0f};
    for (int i = 0; i < n; i++)
        add(a, x[i] * weight[k]);
    total[k] = a.s + a.c;
}
