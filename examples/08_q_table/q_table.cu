// Q-learning: q += alpha (target - q), step after step. With the table in bf16 the update stalls as soon as it is below half an ulp of q:
// the value stays where it is, far from its target, and looks as if it had converged. The repaired kernel keeps the value in f32 while
// it learns and rounds at the end.
#include <cuda_bf16.h>

// fpcheck: learn_bf16 <<<1, 64>>> q=zeros:64:bf16 reward=uniform(0.5,1):64 steps=512 alpha=0.01 out=empty:64:bf16 --expect narrow-accumulator
__global__ void learn_bf16(const __nv_bfloat16* __restrict__ q, const float* __restrict__ reward, __nv_bfloat16* __restrict__ out, int steps, float alpha) {
  __nv_bfloat16 value = q[threadIdx.x];
  for (int step = 0; step < steps; ++step) {
    const float update = alpha * (reward[threadIdx.x] - __bfloat162float(value));
    value = __hadd(value, __float2bfloat16(update));
  }
  out[threadIdx.x] = value;
}

// fpcheck: learn_f32 <<<1, 64>>> q=zeros:64:bf16 reward=uniform(0.5,1):64 steps=512 alpha=0.01 out=empty:64:bf16 --expect clean
__global__ void learn_f32(const __nv_bfloat16* __restrict__ q, const float* __restrict__ reward, __nv_bfloat16* __restrict__ out, int steps, float alpha) {
  float value = __bfloat162float(q[threadIdx.x]);
  for (int step = 0; step < steps; ++step) value += alpha * (reward[threadIdx.x] - value);
  out[threadIdx.x] = __float2bfloat16(value);
}
