// fpcheck: adam_step <<<1, 64>>> delta=empty:64 g=uniform(0.5,2):64 m=inout:uniform(0.5,1):64 v=inout:uniform(1e-4,3e-4):64 lr=0.001 beta1=0.9 beta2=0.999999 eps=1e-8 step=241 n=64
// expect: error cancellation at line 19
// why: 1 - beta2^241 is 2.4e-4, but the power near 1 is rounded to steps of 6e-8: the bias correction is off by a part in ten thousand
// figure: computed 1 - beta2^241 = 0.00024420023, MPFR 0.000244170539: 0.00012 relative; delta is off by half of that (powf may add an ulp of 6e-8)
struct Moments {
    float m, v;
};

__device__ Moments blend(Moments old, float g, float beta1, float beta2)
{
    Moments now;
    now.m = beta1 * old.m + (1.0f - beta1) * g;
    now.v = beta2 * old.v + (1.0f - beta2) * g * g;
    return now;
}

__device__ float corrected(float moment, float beta, int step)
{
    return moment / (1.0f - powf(beta, (float)step));
}

__global__ void adam_step(float *delta, const float *g, float *m, float *v, float lr, float beta1, float beta2, float eps, int step, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Moments s = { m[i], v[i] };
    s = blend(s, g[i], beta1, beta2);
    float mh = corrected(s.m, beta1, step);
    float vh = corrected(s.v, beta2, step);
    delta[i] = -lr * mh / (sqrtf(vh) + eps);
    m[i] = s.m;
    v[i] = s.v;
}
