// Adam's second moment in bf16 with beta2 = 0.999: each step moves it by a thousandth of its distance from g^2, and half an ulp of bf16 is a
// 512th of the moment at most. Whatever lies closer than that is lost: the moment stays what it was, step for step, and the weights' steps with
// it. Nothing looks wrong, the old value is within 1e-2 of the new one. The repaired kernel keeps the moment in f32.
#include <cuda_bf16.h>

// fpcheck: moment_bf16 <<<2, 128>>> n=200 v=inout:uniform(0.5,1):n:bf16 g=uniform(-1,1):n --expect absorption
__global__ void moment_bf16(__nv_bfloat16* __restrict__ v, const float* __restrict__ g, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  v[i] = __float2bfloat16(0.999f * __bfloat162float(v[i]) + 0.001f * g[i] * g[i]);
}

// fpcheck: moment_f32 <<<2, 128>>> n=200 v=inout:uniform(0.5,1):n g=uniform(-1,1):n --ref 'v=0.999*v+0.001*g*g' --expect clean
__global__ void moment_f32(float* __restrict__ v, const float* __restrict__ g, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  v[i] = 0.999f * v[i] + 0.001f * g[i] * g[i];
}
