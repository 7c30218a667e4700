// fpcheck: sgd_steps <<<1, 64>>> weights=const(1):64:bf16 grads=uniform(-0.03,0.04):50x64 master=empty:64 out=empty:64:bf16 n=64 steps=50 lr=0.01
// expect: ok
// why: updates of 2e-4 would vanish in bf16 weights; they are added to a binary32 master copy, and only what is handed to the next layer is rounded to bf16, once
// figure: (drawn by numpy) computed master[0] 0.999018312, MPFR 0.99901862: off by 3.1e-07 against 1e-6
#include <cuda_bf16.h>
#include <cuda_runtime.h>

struct Master {
    float value;
    __device__ void update(float grad, float lr)
    {
        value = fmaf(-lr, grad, value);
    }
};

// Mini-batch steps on binary32 weights; bf16 is what the forward pass sees.
__global__ void sgd_steps(const __nv_bfloat16 *weights, const float *grads, float *master, __nv_bfloat16 *out, int n, int steps,
                          float lr)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Master w{__bfloat162float(weights[i])};
    for (int k = 0; k < steps; k++)
        w.update(grads[k * n + i], lr);
    master[i] = w.value;
    out[i] = __float2bfloat16_rn(w.value);
}
