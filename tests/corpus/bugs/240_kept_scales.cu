// Narrow numbers that are kept, and do harm: a scale below its format's range, a mean that is subtracted, a scale whose codes wrap.
#include <cuda_bf16.h>
#include <cuda_fp8.h>

__device__ float largest(const float* x, int n) {
  float most = 0;
  for (int i = 0; i < n; ++i) most = fmaxf(most, fabsf(x[i]));
  return most;
}

// fpcheck: block_scales_alone <<<4, 16>>> x=uniform(-0.001,0.001):4x16 scale=empty:4:e4m3fn back=empty:4x16
// expect: block_scales_alone rule=underflow-flushed line=marked
__global__ void block_scales_alone(const float* x, __nv_fp8_e4m3* scale, float* back) {
  const int i = 16 * blockIdx.x + threadIdx.x;
  const __nv_fp8_e4m3 kept(largest(x + 16 * blockIdx.x, 16) / 6); // expect-line
  const float s = static_cast<float>(kept);
  if (threadIdx.x == 0) scale[blockIdx.x] = kept;
  back[i] = rintf(x[i] / fmaxf(s, 1e-6f)) * s;
}

// fpcheck: beside_a_kept_mean <<<8, 32>>> x=uniform(100,101):8x32 mean=empty:8:bf16 y=empty:8x32
// expect: beside_a_kept_mean rule=narrowing line=marked
__global__ void beside_a_kept_mean(const float* x, __nv_bfloat16* mean, float* y) {
  float sum = 0;
  for (int i = 0; i < 32; ++i) sum += x[32 * blockIdx.x + i];
  const __nv_bfloat16 kept = __float2bfloat16_rn(sum / 32); // expect-line
  if (threadIdx.x == 0) mean[blockIdx.x] = kept;
  y[32 * blockIdx.x + threadIdx.x] = x[32 * blockIdx.x + threadIdx.x] - __bfloat162float(kept);
}

// fpcheck: codes_that_wrap <<<32, 16>>> x=uniform(-200,200):32x16 scale=empty:32:e4m3fn q=empty:32x16:i8
// expect: codes_that_wrap rule=saturated line=marked
__global__ void codes_that_wrap(const float* x, __nv_fp8_e4m3* scale, signed char* q) {
  const __nv_fp8_e4m3 kept(largest(x + 16 * blockIdx.x, 16) / 127);
  if (threadIdx.x == 0) scale[blockIdx.x] = kept;
  q[16 * blockIdx.x + threadIdx.x] = __float2int_rn(x[16 * blockIdx.x + threadIdx.x] / static_cast<float>(kept)); // expect-line
}
