// Exponentials and their sum.
// Compiled with -DEDIT=K it is edited as the K-th line below says; `fpcheck run --what-if` predicts what that does to the error.
// words: '<<<4, 128>>>' x=randn:512x64 y=empty:512x64 C=64
// edit 1: sum: f64
// edit 2: e: bf16
// edit 3: sum: f16
// edit 4: x: e5m2
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifndef EDIT
#define EDIT 0
#endif
__device__ inline float bf16(float v) { return __bfloat162float(__float2bfloat16_rn(v)); }
__device__ inline float f16(float v) { return __half2float(__float2half_rn(v)); }

#include <cuda_fp8.h>
__device__ inline float e5m2(float v) { __nv_fp8_e5m2 q; q.__x = __nv_cvt_float_to_fp8(v, __NV_SATFINITE, __NV_E5M2); return (float)q; }
__global__ void softmax_of_rows(const float* x, float* y, int C) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float most = -1e30f;
  for (int i = 0; i < C; ++i) {
#if EDIT == 4
    most = fmaxf(most, e5m2(x[row * C + i]));
#else
    most = fmaxf(most, x[row * C + i]);
#endif
  }
#if EDIT == 1
  double sum = 0;
#else
  float sum = 0;
#endif
  for (int i = 0; i < C; ++i) {
#if EDIT == 4
    float v = e5m2(x[row * C + i]);
#else
    float v = x[row * C + i];
#endif
    float e = expf(v - most);
#if EDIT == 2
    e = bf16(e);
#endif
#if EDIT == 3
    sum = f16(sum + e);
#else
    sum += e;
#endif
    y[row * C + i] = e;
  }
  for (int i = 0; i < C; ++i) y[row * C + i] /= sum;
}
