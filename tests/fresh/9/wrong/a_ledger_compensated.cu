// fpcheck: ledger<<<1, 1>>> opening=100000000 amount=const(3.1):2048 balance=empty:1 n=2048
// expect: error compensated sum broken by reordering at line 12
// why: the error is taken as (t - y) - sum instead of (t - sum) - y: t - y rounds, and the small amounts are lost or doubled
// figure: computed 100000000.0, MPFR 100006348.8
// A running balance with compensation, from a large opening value.
struct Running { float sum, carry; };

__device__ void add(Running &r, float amount)
{
    float y = __fsub_rn(amount, r.carry);
    float t = __fadd_rn(r.sum, y);
    r.carry = __fsub_rn(__fsub_rn(t, y), r.sum);
    r.sum = t;
}

__global__ void ledger(float opening, const float *amount, float *balance, int n)
{
    Running r = {opening, 0.0f};
    for (int i = 0; i < n; i++)
        add(r, amount[i]);
    balance[0] = r.sum;
}
