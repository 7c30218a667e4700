// fpcheck: adam_step <<<1, 32>>> g=[0.5,-0.25,0.001,2.0] m=inout:[0.0,0.01,0.0,0.3] v=inout:[0.0,0.0001,0.0,0.02] p=inout:[1.0,-2.0,0.5,0.0] lr=0.0009765625 beta1=0.875 beta2=0.9990234375 eps=1e-8 step=3 n=4 want=[0.999359761,-1.99971612,0.499359772,-0.000530759149] ref=p=want --tol rtol=1e-6,atol=1e-9
// expect: ok
// why: 1 - beta^t for beta next to 1 and few steps: beta - 1 is exact, log1p and expm1 do not cancel; and the ratio of a tiny m to a tiny root of v is in order
// figure: p[0]: computed 0.999359787, MPFR 0.999359761
#include <cuda_runtime.h>

// 1 - beta^t
__device__ float bias(float beta, int t)
{
    return -expm1f((float)t * log1pf(beta - 1.0f));
}

__global__ void adam_step(const float *g, float *m, float *v, float *p, float lr, float beta1, float beta2, float eps,
                          int step, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float gi = g[i];
    float mi = m[i] + (1.0f - beta1) * (gi - m[i]);
    float vi = beta2 * v[i] + (1.0f - beta2) * gi * gi;
    m[i] = mi;
    v[i] = vi;
    float first = mi / bias(beta1, step);
    float second = sqrtf(vi / bias(beta2, step));
    p[i] -= lr * first / (second + eps);
}
