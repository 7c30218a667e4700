// fpcheck: sample_numbers <<<1, 256>>> k=arange:200 number=empty:200 period=0.7 n=200 ref=number=k --tol bitwise
// expect: error index off at line 9: the time k*T is rounded down and divided by T: below k for some k, and the conversion cuts
__global__ void sample_numbers(const int *k, int *number, float period, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float t = __fmul_rn((float)k[i], period);
    number[i] = (int)__fmul_rn(t, __frcp_rn(period));
}
