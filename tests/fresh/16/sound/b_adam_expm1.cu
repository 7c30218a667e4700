// fpcheck: adam_step <<<1, 64>>> p=inout:uniform(0.5,1):64 g=uniform(0.5,2):64 m=inout:zeros:64 v=inout:zeros:64 lr=0.001 rest1=0.1 rest2=1e-6 eps=1e-8 step=3 n=64
// expect: ok
// why: the bias correction 1 - beta^t is -expm1(t log1p(-rest)) with rest = 1 - beta given: no digit is lost though beta is 0.999999
// figure: computed correction within 2 ulp of 2.999997e-06; p within 1 ulp
__device__ float correction(float rest, int step)
{
    return -expm1f((float)step * log1pf(-rest));
}

__device__ float towards(float old, float target, float share)
{
    return fmaf(share, target - old, old);
}

__global__ void adam_step(float *p, const float *g, float *m, float *v, float lr, float rest1, float rest2, float eps, int step, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float gi = g[i];
    float mi = towards(m[i], gi, rest1);
    float vi = towards(v[i], gi * gi, rest2);
    float mh = mi / correction(rest1, step);
    float vh = vi / correction(rest2, step);
    p[i] -= lr * mh / (sqrtf(vh) + eps);
    m[i] = mi;
    v[i] = vi;
}
