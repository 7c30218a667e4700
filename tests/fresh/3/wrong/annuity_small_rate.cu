// fpcheck: annuity <<<1, 64>>> rate=uniform(0.000001,0.000004):64 value=empty:64 years=10 n=64 ref=(0-expm1(0-years*log1p(rate)))/rate --tol rtol=0.001
// expect: error cancellation at line 12: 1 - (1+r)^-n for r of 1e-6 loses all but two digits; expm1 and log1p are needed
// Present value of an annuity of 1 a year; markets with rates near nought.
__global__ void annuity(const float* rate, float* value, float years, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    float r = rate[i];
    if (r == 0.0f) {
        value[i] = years;
        return;
    }
    float discount = powf(1.0f + r, -years);
    value[i] = (1.0f - discount) / r;
}
