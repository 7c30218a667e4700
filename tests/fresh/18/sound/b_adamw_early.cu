// fpcheck: adamw_step <<<1, 64>>> p=inout:randn:64 g=randn:64 m=inout:zeros:64 v=inout:zeros:64 lr=1e-3 b1=0.9 b2=0.999 eps=1e-8 wd=0.01 t=1 n=64
// expect: ok
// why: 1 - b2^t at the first step is a small difference, but it is made by expm1 and log1p of the exact 1 - b2
// figure: p off by 1.2e-07 at most, allowed about 2e-6
__device__ float bias(float beta, int t)
{
    return -expm1f((float)t * log1pf(-(1.0f - beta)));
}

__global__ void adamw_step(float *p, const float *g, float *m, float *v, float lr, float b1, float b2, float eps,
                           float wd, int t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float gi = g[i];
    float mi = b1 * m[i] + (1.0f - b1) * gi;
    float vi = b2 * v[i] + (1.0f - b2) * gi * gi;
    m[i] = mi;
    v[i] = vi;
    float mh = mi / bias(b1, t);
    float vh = vi / bias(b2, t);
    p[i] = p[i] * (1.0f - lr * wd) - lr * mh / (sqrtf(vh) + eps);
}
