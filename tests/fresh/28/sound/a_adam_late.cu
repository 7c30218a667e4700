// fpcheck: adam <<<1, 64>>> p=@a_adam_late_p.npy g=@a_adam_late_g.npy m=zeros:50 v=zeros:50 out=empty:50 lr=1e-3 rest1=0.1 rest2=1e-6 eps=1e-12 t=3 n=50 --ref out=@a_adam_late_want.npy --tol rtol=2e-7,atol=0
// expect: ok
// why: 1 - beta^t with beta within a millionth of 1: the rest is the parameter, and expm1 of log1p keeps it
// figure: out[0] computed 0.766155064, MPFR 0.766155072: the step of -0.000639132851 is right to 1e-6 of itself (1 - powf would lose 3 %)
// First Adam steps with a slow second moment.
__device__ float correction(float rest, int t)
{
    return -expm1f((float)t * log1pf(-rest));
}

__device__ float blend(float old, float fresh, float rest)
{
    return old + rest * (fresh - old);
}

__global__ void adam(const float *p, const float *g, const float *m, const float *v, float *out, float lr, float rest1, float rest2, float eps, int t, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float first = blend(m[i], g[i], rest1) / correction(rest1, t);
    float second = blend(v[i], g[i] * g[i], rest2) / correction(rest2, t);
    out[i] = p[i] - lr * first / (sqrtf(second) + eps);
}
