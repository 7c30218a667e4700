// fpcheck: annuity <<<1, 64>>> rate=uniform(0.000001,0.000004):64 value=empty:64 years=10 n=64 ref=(0-expm1(0-years*log1p(rate)))/rate --tol rtol=0.000002
// expect: ok
// Present value of an annuity of 1 a year.
__global__ void annuity(const float* rate, float* value, float years, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    float r = rate[i];
    if (r == 0.0f) {
        value[i] = years;
        return;
    }
    value[i] = -expm1f(-years * log1pf(r)) / r;
}
