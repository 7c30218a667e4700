// fpcheck: daughter <<<1, 32>>> l1=[0.05,0.2,0.0125,1.0,0.5,0.25] l2=[0.0500001,0.2000005,0.01250002,1.000001,0.01,0.25] n2=empty:6 t=10.0 n0=1.0 n=6
// expect: ok
// why: the divisor is a difference of nearly equal inputs, which is exact, and expm1 makes the numerator without cancellation
// figure: error 8.3e-8 relative, the largest at n2, allowance 16 ulp, about 1e-6
__global__ void daughter(const float *l1, const float *l2, float *n2, float t, float n0, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float a = l1[i];
    float x = (l2[i] - a) * t;
    float ratio = x == 0.0f ? 1.0f : -expm1f(-x) / x;
    n2[i] = n0 * a * t * expf(-a * t) * ratio;
}
