// fpcheck: log_likelihood<<<1, 32>>> x=[-40.0,0.0,1.5,60.0,200.0] mean=[-1.0,0.0,3.0] logw=[-1.2,-0.9,-1.1] out=empty:5 n=5
// expect: ok
// why: densities of outliers underflow binary32, but the largest exponent is taken out before exp and added after log
// figure: computed out[4] = -19406.5195, out[1] = -1.441582, MPFR -19406.51894, -1.44158197
// Log-likelihood of a mixture of three normal distributions of unit variance.
__device__ float exponent(float x, float mean, float logw)
{
    float d = x - mean;
    return logw - 0.9189385332f - 0.5f * d * d;
}

__global__ void log_likelihood(const float *x, const float *mean, const float *logw, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float e[3];
    float top = -INFINITY;
#pragma unroll
    for (int k = 0; k < 3; k++) {
        e[k] = exponent(x[i], mean[k], logw[k]);
        top = fmaxf(top, e[k]);
    }
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 3; k++)
        sum += expf(e[k] - top);
    out[i] = top + logf(sum);
}
