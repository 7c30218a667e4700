// fpcheck: balances <<<1, 32>>> entry=[1.0,3000000000.0,0.5,-3000000000.0,2.25,0.001,0,0,2.0,80000000000.0,1.0,-80000000000.0,4.0,0.25,0.125,1.0] balance=empty:2 rows=2 n=8 want=[3.7510000000474975,8.375] ref=balance=want --tol rtol=1e-5,atol=0
// expect: error compensation at line 13
// why: the short two-sum is exact only when the sum so far is the larger; an entry of 3e9 on a sum of 1 makes x - (t - s) zero and the 1 is lost
// figure: computed 2.75099993, MPFR 3.751 (balance[0])
// Balances of ledgers whose large bookings cancel: the errors of the additions are collected and added in the end.
struct Sum {
    float high, low;
};

__device__ Sum add(Sum s, float x)
{
    float t = s.high + x;
    float error = x - (t - s.high);
    s.low += error;
    s.high = t;
    return s;
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
