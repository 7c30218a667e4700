// fpcheck: loglik <<<1, 32>>> x=[-3,0.5,2,100,7] mu=[0,2,-1] logw=[-0.7,-1.2,-1.6] out=empty:5 n=5 comp=3
// expect: ok
// why: the maximum starts at minus infinity and exponentials underflow to 0 at x = 100; after the shift by the maximum what underflows is far below the sum
// figure: computed out = [-4.3350036, -1.4271598, -1.9114556, -4804.1189, -14.618928], MPFR [-4.3350036, -1.4271598, -1.9114556, -4804.1189, -14.618928]
#include <cmath>
// Statistics: log-likelihood of a Gaussian mixture with unit variances by log-sum-exp.
__device__ float log_component(float x, float mu, float logw)
{
    float d = x - mu;
    return logw - 0.5f * d * d - 0.918938533f;
}

__global__ void loglik(const float *x, const float *mu, const float *logw, float *out, int n, int comp)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float top = -INFINITY;
    for (int k = 0; k < comp; ++k)
        top = fmaxf(top, log_component(x[i], mu[k], logw[k]));
    float s = 0.0f;
    for (int k = 0; k < comp; ++k)
        s += expf(log_component(x[i], mu[k], logw[k]) - top);
    out[i] = top + logf(s);
}
