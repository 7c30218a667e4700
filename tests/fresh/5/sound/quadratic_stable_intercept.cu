// fpcheck: hit_times <<<1, 32>>> b=[1e4,-2e3,3.0,1e3,-500.0] c=[1.0,0.5,2.0,1e-3,0.25] t1=empty:5 t2=empty:5 n=5
// expect: ok
// Roots of t^2 + b t + c: the larger one without cancellation, the smaller one through the product.
__global__ void hit_times(const float *b, const float *c, float *t1, float *t2, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float d = b[i] * b[i] - 4.0f * c[i];
    if (d < 0.0f) {
        t1[i] = t2[i] = __int_as_float(0x7fc00000);
        return;
    }
    float q = -0.5f * (b[i] + copysignf(sqrtf(d), b[i]));
    t1[i] = q;
    t2[i] = c[i] / q;
}
