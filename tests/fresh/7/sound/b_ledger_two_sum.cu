// fpcheck: balances <<<1, 32>>> entry=[1.0,3000000000.0,0.5,-3000000000.0,2.25,0.001,0,0,2.0,80000000000.0,1.0,-80000000000.0,4.0,0.25,0.125,1.0] balance=empty:2 rows=2 n=8 want=[3.7510000000474975,8.375] ref=balance=want --tol rtol=1e-6,atol=0
// expect: ok
// why: bookings of 3e9 cancel to a balance of 3 in binary32: the two-sum of Knuth needs no order of magnitudes, so every rounding error is kept exactly and added in the end
// figure: computed 3.751 within one ulp, tolerance 1e-6
// Balances of ledgers whose large bookings cancel: the errors of the additions are collected and added in the end.
struct Sum {
    float high, low;
};

__device__ Sum add(Sum s, float x)
{
    float t = __fadd_rn(s.high, x);
    float back = __fsub_rn(t, s.high);
    float error = __fadd_rn(__fsub_rn(s.high, __fsub_rn(t, back)), __fsub_rn(x, back));
    Sum r = {t, s.low + error};
    return r;
}

__global__ void balances(const float *entry, float *balance, int rows, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    Sum s = {0.0f, 0.0f};
    for (int i = 0; i < n; i++)
        s = add(s, entry[r * n + i]);
    balance[r] = s.high + s.low;
}
