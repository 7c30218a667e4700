// fpcheck: rmsprop_centred<<<1, 32>>> p=uniform(-1,1):32 square_avg=const(1600):32 grad_avg=const(40):32 out=empty:32 n=32 lr=0.01 alpha=0.95 steps=60
// expect: error cancellation at line 24
// why: the centred second moment is E[g^2] - E[g]^2 with gradients near 40 that vary by some thousandths: nothing is left of it in binary32, and the step is scaled by noise
// figure: spread of out[0] computed -0.00036621, MPFR 2.2905e-05; step 20.79 against 81.87
#include <cuda_runtime.h>

__device__ float gradient(int i, int step)
{
    return 40.0f + 0.001f * (float)((i * 37 + step * 11) % 17 - 8);
}

__global__ void rmsprop_centred(const float *p, const float *square_avg, const float *grad_avg, float *out, int n,
                                float lr, float alpha, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float w = p[i], sq = square_avg[i], ga = grad_avg[i];
    for (int s = 0; s < steps; s++) {
        float g = gradient(i, s);
        sq = alpha * sq + (1.0f - alpha) * g * g;
        ga = alpha * ga + (1.0f - alpha) * g;
    }
    float spread = fabsf(sq - ga * ga);
    w -= lr * gradient(i, steps) / (sqrtf(spread) + 1e-4f);
    out[i] = w;
}
