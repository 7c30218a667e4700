// fpcheck: annuity <<<1, 32>>> interest=[1e-7,3e-6,0.0001,0.0025,0.04] periods=[3650,1200,360,240,30] value=empty:5 n=5 want=[3649.3337735966415,1197.8407960645297,353.57970294558856,180.31091550382334,17.292033488379452] ref=value=want --tol rtol=1e-5,atol=0
// expect: ok
// why: (1 - v^n)/i with i of 1e-7 looks like a cancellation, but log1p and expm1 keep every digit
// figure: computed value[0] = 3649.33374, MPFR 3649.333774: relative error at most 8.2e-08 of 1e-5
// Present value of an annuity certain, payments of 1 at the end of each period.
__device__ float discounted_away(float i, float n)
{
    return -expm1f(-n * log1pf(i));
}

__global__ void annuity(const float *interest, const int *periods, float *value, int n)
{
    int k = threadIdx.x;
    if (k >= n)
        return;
    float i = interest[k];
    value[k] = discounted_away(i, (float)periods[k]) / i;
}
