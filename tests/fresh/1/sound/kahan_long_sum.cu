// fpcheck: kahan_sum <<<1, 1>>> x=uniform(0.1,0.2):20000 out=empty:1 n=20000 ref=sum(x) --tol rtol=2e-7,atol=0
// expect: ok
__global__ void kahan_sum(const float* x, float* out, int n)
{
    float sum = 0.0f, comp = 0.0f;
    for (int i = 0; i < n; ++i) {
        float y = x[i] - comp;
        float t = sum + y;
        comp = (t - sum) - y;
        sum = t;
    }
    out[0] = sum;
}
