// Scales that are kept in a narrow format: what is computed with them is meant of the kept number.
#include <cuda_bf16.h>
#include <cuda_fp8.h>

__device__ float largest(const float* x, int n) {
  float most = 0;
  for (int i = 0; i < n; ++i) most = fmaxf(most, fabsf(x[i]));
  return most;
}

__device__ float e2m1(float x) {
  const float a = fabsf(x);
  return copysignf(a <= 0.25f ? 0 : a < 0.75f ? 0.5f : a <= 1.25f ? 1 : a < 1.75f ? 1.5f : a <= 2.5f ? 2 : a < 3.5f ? 3 : a <= 5 ? 4 : 6, x);
}

// fpcheck: codes_of_rows <<<32, 16>>> x=uniform(-200,200):32x16 scale=empty:32:bf16 q=empty:32x16:i8
// expect: codes_of_rows clean
__global__ void codes_of_rows(const float* x, __nv_bfloat16* scale, signed char* q) {
  const __nv_bfloat16 kept = __float2bfloat16_rn(largest(x + 16 * blockIdx.x, 16) / 126);
  if (threadIdx.x == 0) scale[blockIdx.x] = kept;
  const int i = 16 * blockIdx.x + threadIdx.x;
  q[i] = static_cast<signed char>(max(-127, min(127, __float2int_rn(x[i] / __bfloat162float(kept)))));
}

// fpcheck: codes_upwards <<<32, 16>>> x=uniform(-200,200):32x16 q=empty:32x16:i8
// expect: codes_upwards clean
__global__ void codes_upwards(const float* x, signed char* q) {
  const float wanted = largest(x + 16 * blockIdx.x, 16) / 127, nearest = static_cast<float>(__nv_fp8_e4m3(wanted));
  const float s = nearest < wanted ? static_cast<float>(__nv_fp8_e4m3(1.125f * nearest)) : nearest;
  q[16 * blockIdx.x + threadIdx.x] = static_cast<signed char>(__float2int_rn(x[16 * blockIdx.x + threadIdx.x] / s));
}

// fpcheck: steps_upwards <<<32, 16>>> x=randn:32x16 steps=empty:32x16
// expect: steps_upwards clean
__global__ void steps_upwards(const float* x, float* steps) {
  const float s = __bfloat162float(__float2bfloat16_ru(largest(x + 16 * blockIdx.x, 16) / 127));
  steps[16 * blockIdx.x + threadIdx.x] = x[16 * blockIdx.x + threadIdx.x] / s;
}

// fpcheck: blocks_of_four_bits <<<4, 16>>> x=uniform(-0.001,0.001):4x16 back=empty:4x16
// expect: blocks_of_four_bits clean
__global__ void blocks_of_four_bits(const float* x, float* back) {
  const int i = 16 * blockIdx.x + threadIdx.x;
  const float whole = largest(x, 64) / (6 * 448), s = static_cast<float>(__nv_fp8_e4m3(largest(x + 16 * blockIdx.x, 16) / 6 / whole));
  back[i] = e2m1(x[i] / whole / s) * s * whole;
}

// fpcheck: misses_of_cache <<<2, 64>>> k=randn:2x64 size=[1,1e-6] cache=empty:2x64:e4m3fn off=empty:2x64
// expect: misses_of_cache clean
__global__ void misses_of_cache(const float* k, const float* size, __nv_fp8_e4m3* cache, float* off) {
  const int first = 64 * blockIdx.x, i = first + threadIdx.x, other = first + 63 - threadIdx.x;
  const float most = largest(k + first, 64) * size[blockIdx.x], scale = most / 448;
  cache[i] = __nv_fp8_e4m3(k[i] * size[blockIdx.x] / scale);
  __syncthreads();
  off[other] = fabsf(static_cast<float>(cache[other]) * scale - k[other] * size[blockIdx.x]) / most;
}
