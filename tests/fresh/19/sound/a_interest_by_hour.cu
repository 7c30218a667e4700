// fpcheck: grow <<<1, 4>>> rate=[0.045,0.0125,0.21,0.003] balance=empty:4 principal=500.0 periods=26280 a_year=8760 n=4 want=[572.2681968141361,519.10598494224644,938.79818204098376,504.52031014888905] --ref 'balance=want' --tol rtol=2e-6,atol=0
// expect: ok
// why: 26280 tiny periods in float: log1p keeps the rate that 1 + rate would lose
// figure: balance[0] computed 572.268188, MPFR 572.2681968; relative error 5.4e-08 of 2e-6
// Balances after interest that is compounded every hour.
__global__ void grow(const float *rate, float *balance, float principal, int periods, int a_year, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float one = rate[i] / (float)a_year;
    float exponent = (float)periods * log1pf(one);
    balance[i] = principal * expf(exponent);
}
