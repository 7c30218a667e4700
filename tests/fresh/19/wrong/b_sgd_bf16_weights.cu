// fpcheck: sgd_momentum_steps <<<1, 64>>> weights=inout:const(1):64 grads=const(0.02):64 n=64 steps=200 lr=0.01 want=const(0.961800):64:f32 ref=weights=want --tol rtol=1e-2,atol=1e-3
// expect: error absorbed at line 27
// why: the weights are bf16, whose step at 1 is 2^-8 below: an update of 2e-4 is rounded away in every one of the 200 steps, so nothing is learnt
// figure: computed weights[0] 1.000000, MPFR 0.961800
#include <cuda_bf16.h>
#include <cuda_runtime.h>

struct Momentum {
    float velocity;
    __device__ float push(float grad, float beta)
    {
        velocity = beta * velocity + (1.0f - beta) * grad;
        return velocity;
    }
};

// Several steps on one gradient, as a smoke test of the optimiser does.
__global__ void sgd_momentum_steps(__nv_bfloat16 *weights, const float *grads, int n, int steps, float lr)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Momentum state{0.0f};
    __nv_bfloat16 w = weights[i];
    for (int k = 0; k < steps; k++) {
        float d = state.push(grads[i], 0.9f);
        w = __float2bfloat16_rn(__bfloat162float(w) - lr * d);
    }
    weights[i] = w;
}
