// fpcheck: envelope <<<1, 16>>> x=@a_env_bf16_x.npy env=empty:16 n=600 --ref 'env=@a_env_bf16_env.npy' --tol rtol=5e-2,atol=1e-2
// expect: error accuracy at line 15
// why: the one-pole envelope keeps its state in bfloat16; with alpha = 1/256 an update below half an ulp of the state is absorbed, and the follower stalls far below the level (the stall of bf16 moving averages)
// figure: env[10] computed 0.5, exact 0.895906313 (16 of 16 elements off)
#include <cuda_bf16.h>

__global__ void envelope(const float* x, float* env, int n)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    const float alpha = 1.0f / 256.0f;
    __nv_bfloat16 state = __float2bfloat16(0.0f);
    for (int i = 0; i < n; ++i) {
        float level = fabsf(x[c * n + i]);
        float s = __bfloat162float(state);
        state = __float2bfloat16(s + alpha * (level - s));
    }
    env[c] = __bfloat162float(state);
}
