// fpcheck: rmsprop_centred<<<1, 32>>> p=uniform(-1,1):32 var_avg=zeros:32 grad_avg=const(8):32 out=empty:32 n=32 lr=0.01 alpha=0.95 steps=60
// expect: ok
// why: gradients near 8 that vary by thousandths, but the centred moment is kept itself, by the exponentially weighted form of Welford's update, and no large squares are subtracted
// figure: variance of out[0] computed 2.1844335e-05, MPFR 2.1844333e-05: relative error 1.2e-07; allowed 1e-5
#include <cuda_runtime.h>

__device__ float gradient(int i, int step)
{
    return 8.0f + 0.0009765625f * (float)((i * 37 + step * 11) % 17 - 8);
}

__global__ void rmsprop_centred(const float *p, const float *var_avg, const float *grad_avg, float *out, int n,
                                float lr, float alpha, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float level = grad_avg[i];
    float w = p[i], var = var_avg[i], mean = 0.0f; // the mean relative to the level
    for (int s = 0; s < steps; s++) {
        float d = (gradient(i, s) - level) - mean;
        float up = (1.0f - alpha) * d;
        mean += up;
        var = alpha * (var + up * d);
    }
    w -= lr * gradient(i, steps) / (sqrtf(var) + 1e-4f);
    out[i] = w;
}
