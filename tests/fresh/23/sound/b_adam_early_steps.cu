// fpcheck: adam<<<1, 32>>> w=inout:randn:32 g=randn:32 m=inout:zeros:32 v=inout:zeros:32 step=1 log_beta1=-0.10536052 log_beta2=-0.0000010000005 lr=0.001 n=32
// expect: ok
// why: 1 - beta2^step looks like a cancellation (beta2 = 0.999999), but it is formed by expm1 of step * log(beta2)
// figure: computed 1 - beta2 = 1e-06, MPFR 9.9999995e-07; w moves by lr = 0.001 as it should, error 1e-7 of it
__global__ void adam(float *w, const float *g, float *m, float *v, int step, float log_beta1, float log_beta2, float lr, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float keep1 = expf(log_beta1), keep2 = expf(log_beta2);
    float new1 = -expm1f(log_beta1), new2 = -expm1f(log_beta2);
    float first = keep1 * m[i] + new1 * g[i];
    float second = keep2 * v[i] + new2 * g[i] * g[i];
    m[i] = first;
    v[i] = second;
    float mean = first / -expm1f(step * log_beta1);
    float spread = second / -expm1f(step * log_beta2);
    w[i] -= lr * mean / (sqrtf(spread) + 1e-8f);
}
