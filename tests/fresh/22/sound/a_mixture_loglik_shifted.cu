// fpcheck: loglik <<<1, 64>>> z=[0.5,16.0,-18.5,2.0,200.0,-15.0] logw=[-0.35667494,-1.2039728] mu=[0.0,1.0] out=empty:6 n=6 k=2
// expect: ok
// why: exp of large negative numbers underflows to zero in the sum, but the largest is shifted to exp(0) = 1, so what underflows is negligible
// figure: error 1.2e-8 relative at out[1], allowance 16 ulp, about 1e-6
__device__ float component(float z, float logw, float mu)
{
    float d = z - mu;
    return logw - 0.91893853f - 0.5f * d * d;
}

__global__ void loglik(const float *z, const float *logw, const float *mu, float *out, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float top = component(z[i], logw[0], mu[0]);
    for (int j = 1; j < k; j++)
        top = fmaxf(top, component(z[i], logw[j], mu[j]));
    float sum = 0.0f;
    for (int j = 0; j < k; j++)
        sum += expf(component(z[i], logw[j], mu[j]) - top);
    out[i] = top + logf(sum);
}
