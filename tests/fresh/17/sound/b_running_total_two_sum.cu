// fpcheck: closing_totals <<<1, 32>>> x=[1,1e8,1,-1e8,1,1e8,1,-1e8,1,1e8,1,-1e8,1,1e8,1,-1e8] weight=[1,2,4,8] total=empty:4 n=16 m=4 ref=total=8*weight --tol rtol=1e-6,atol=0
// expect: ok
// why: the same series is ill conditioned by 1e7, but Knuth's six operations give the error whichever operand is larger
// figure: weight 1: computed 8, MPFR 8
// totals of a ledger series, compensated: a thread a portfolio weight
struct Sum {
    float s, c;
};

__device__ void add(Sum &a, float x)
{
    float t = a.s + x;
    float z = t - a.s;
    a.c += (a.s - (t - z)) + (x - z);
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
