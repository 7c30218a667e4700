// fpcheck: bce <<<1, 32>>> logit=[20, 30, -3, 0.5, 25, 2] label=[0, 0, 1, 1, 0, 1] loss=empty:6 n=6
// expect: error cancellation, infinity hidden by a clamp at line 19
// why: the sigmoid of 20 or more is 1 in float, so 1 - p is 0 and the logarithm -inf, which the clamp turns into a loss of 100 instead of 20, 25, 30
// figure: computed loss[0] = 100, MPFR 20.000000002
#include <cuda_runtime.h>

__device__ float clamped_log(float p)
{
    return fmaxf(logf(p), -100.0f);
}

__global__ void bce(const float *logit, const float *label, float *loss, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float p = 1.0f / (1.0f + expf(-logit[i]));
    float y = label[i];
    loss[i] = -(y * clamped_log(p) + (1.0f - y) * clamped_log(1.0f - p));
}
