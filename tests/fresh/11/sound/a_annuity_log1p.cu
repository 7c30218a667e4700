// fpcheck: annuity <<<1, 32>>> rate=[1e-7,0.00025,0.004,1e-9,0.02,0.0] future=empty:6 payment=100.0 months=360 n=6
// expect: ok
// why: (1+r)^n - 1 over r for rates down to 1e-9 looks like cancellation, but log1p and expm1 never form 1+r; rate 0 has its own branch
// figure: future[3]: computed 36000.0078, MPFR 36000.00646; relative error 3.8e-08
// Value of a savings plan after some months.
__global__ void annuity(const float *rate, float *future, float payment, int months, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float r = rate[i];
    float growth = r == 0.0f ? (float)months : expm1f((float)months * log1pf(r)) / r;
    future[i] = payment * growth;
}
