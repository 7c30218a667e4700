// fpcheck: bce <<<1, 32>>> logit=[20, 30, -3, 0.5, 25, 2, -120, 60] label=[0, 0, 1, 1, 0, 1, 0, 1] loss=empty:8 n=8
// expect: ok
// why: max(x, 0) - x y + log1p(exp(-|x|)): large logits cancel exactly for the right label and leave the tiny tail; exp only sees negative numbers
// figure: computed loss[4] = 25.000000, loss[2] = 3.0485874, loss[7] = 8.7565e-27: 1 to 2 ulps of MPFR, tolerance 32 half ulps
#include <cuda_runtime.h>

__global__ void bce(const float *logit, const float *label, float *loss, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = logit[i];
    float tail = log1pf(expf(-fabsf(x)));
    loss[i] = (fmaxf(x, 0.0f) - x * label[i]) + tail;
}
