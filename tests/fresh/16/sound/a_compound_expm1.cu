// fpcheck: growth <<<1, 32>>> rate=[0.0001, 0.000013, 0.0003, 0.002, 0.00000021] gain=empty:5 days=365 n=5
// expect: ok
// why: expm1 of days times log1p keeps the small rates, where (1 + r)^days - 1 would have lost them
// figure: computed gain[0] = 0.0371724106, MPFR 0.0371724103463; relative error 7.8e-09
// Gain of an investment at daily compounding.
__global__ void growth(const float *rate, float *gain, int days, int n)
{
    int i = threadIdx.x;
    if (i < n)
        gain[i] = expm1f((float)days * log1pf(rate[i]));
}
