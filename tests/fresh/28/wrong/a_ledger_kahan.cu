// fpcheck: balance <<<1, 32>>> amount=@a_ledger_kahan_amount.npy total=empty:3 rows=3 n=2048 --ref 'total=sum(amount, 1)' --tol rtol=1e-6,atol=0
// expect: error compensation always zero at line 10
// why: the rounding error is taken as t - (s + y), which is the same rounded sum and so 0: nothing is compensated and cents vanish in the opening balance
// figure: total[0] computed 30000000, MPFR 30001432.9
// Balance of an account: opening amount, then small bookings, with a compensated sum.
__device__ void add(float &s, float &c, float v)
{
    float y = __fsub_rn(v, c);
    float t = __fadd_rn(s, y);
    c = __fsub_rn(t, __fadd_rn(s, y));
    s = t;
}

__global__ void balance(const float *amount, float *total, int rows, int n)
{
    int r = threadIdx.x;
    if (r >= rows)
        return;
    float s = 0.0f;
    float c = 0.0f;
    for (int j = 0; j < n; j++)
        add(s, c, amount[r * n + j]);
    total[r] = s;
}
