// fpcheck: kahan_sum <<<1, 1>>> x=const(0.1):40000 out=empty:1 n=40000 ref=sum(x) --tol rtol=2e-7,atol=0
// expect: error compensation broken at line 8: the correction is added with the wrong sign, so that each rounding error counts twice
__global__ void kahan_sum(const float* x, float* out, int n)
{
    float sum = 0.0f;
    float comp = 0.0f;
    for (int i = 0; i < n; ++i) {
        float y = x[i] + comp;
        float t = sum + y;
        comp = (t - sum) - y;
        sum = t;
    }
    out[0] = sum;
}
