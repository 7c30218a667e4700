// A polynomial of degree 7.
// Compiled with -DEDIT=K it is edited as the K-th line below says; `fpcheck run --what-if` predicts what that does to the error.
// words: '<<<8, 256>>>' x=uniform(-1,1):2048 y=empty:2048
// edit 1: lines @first-@last: f64
// edit 2: lines @first-@last: bf16
// edit 3: lines @first-@last: split
// edit 4: lines @first-@last: f32 toward-zero
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifndef EDIT
#define EDIT 0
#endif
__device__ inline float bf16(float v) { return __bfloat162float(__float2bfloat16_rn(v)); }
__device__ inline float f16(float v) { return __half2float(__float2half_rn(v)); }

__global__ void horner(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = x[i];
#if EDIT == 1
  double p = 1.0f / 5040;
  p = p * v + 1.0f / 720, p = p * v + 1.0f / 120, p = p * v + 1.0f / 24, p = p * v + 1.0f / 6, p = p * v + 0.5f, p = p * v + 1, p = p * v + 1;
#elif EDIT == 2
  float p = 1.0f / 5040;
  const float c[7] = {1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f, 1, 1};
  for (int k = 0; k < 7; ++k) p = bf16(__fmaf_rn(p, v, c[k]));
#elif EDIT == 3
  float p = 1.0f / 5040;
  const float c[7] = {1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f, 1, 1};
  for (int k = 0; k < 7; ++k) p = __fadd_rn(__fmul_rn(p, v), c[k]);
#elif EDIT == 4
  float p = 1.0f / 5040;
  const float c[7] = {1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f, 1, 1};
  for (int k = 0; k < 7; ++k) p = __fmaf_rz(p, v, c[k]);
#else
  float p = 1.0f / 5040;
  p = p * v + 1.0f / 720;  // @first
  p = p * v + 1.0f / 120;
  p = p * v + 1.0f / 24;
  p = p * v + 1.0f / 6;
  p = p * v + 0.5f;
  p = p * v + 1;
  p = p * v + 1;  // @last
#endif
  y[i] = p;
}
