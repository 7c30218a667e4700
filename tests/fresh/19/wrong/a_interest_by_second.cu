// fpcheck: grow <<<1, 4>>> rate=[0.05,0.031,0.12,0.0025] balance=empty:4 principal=1000.0 years=2.0 n=4 want=[1105.1709196348688,1063.9623436175207,1271.2491429214137,1005.012520746883] --ref 'balance=want' --tol rtol=1e-4,atol=0
// expect: error absorbed at line 10
// why: 1 + rate/31536000 is 1 in float: interest that is compounded by the second is never paid
// figure: balance[0] computed 1000, MPFR 1105.1709
// Balances after interest that is compounded every second.
#define SECONDS_A_YEAR 31536000.0f

__device__ float growth(float rate, float years)
{
    float base = 1.0f + rate / SECONDS_A_YEAR;
    return powf(base, SECONDS_A_YEAR * years);
}

__global__ void grow(const float *rate, float *balance, float principal, float years, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        balance[i] = principal * growth(rate[i], years);
}
