// fpcheck: fast_divide_depth <<<1, 32>>> n=6 num=[1e38, 2e38, 3e38, 1e37, 5e37, 3e38] den=[2e38, 2.5e38, 3e38, 1e38, 5e37, 1.5e38] out=empty:6 ref=out=num/den --tol rtol=1e-5,atol=0
// expect: error fast-math range at line 8: __fdividef returns 0 where the divisor is above 2^126 (8.5e37)
// Ratio of two unnormalised homogeneous depths.
__global__ void fast_divide_depth(const float* num, const float* den, float* out, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float r = __fdividef(num[i], den[i]);
    out[i] = fminf(fmaxf(r, 0.0f), 4.0f);
}
