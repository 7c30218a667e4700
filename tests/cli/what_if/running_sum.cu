// Every prefix is an output.
// Compiled with -DEDIT=K it is edited as the K-th line below says; `fpcheck run --what-if` predicts what that does to the error.
// words: '<<<1, 64>>>' x=uniform(-1,1):64x64 y=empty:64x64 C=64
// edit 1: acc: f64
// edit 2: acc: bf16
// edit 3: acc: kahan
// edit 4: acc: f32 toward-zero
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifndef EDIT
#define EDIT 0
#endif
__device__ inline float bf16(float v) { return __bfloat162float(__float2bfloat16_rn(v)); }
__device__ inline float f16(float v) { return __half2float(__float2half_rn(v)); }

__global__ void running_sum(const float* x, float* y, int C) {
  const int row = threadIdx.x;
#if EDIT == 1
  double acc = 0;
#else
  float acc = 0;
#endif
  float lost = 0;
  for (int i = 0; i < C; ++i) {
#if EDIT == 2
    acc = bf16(acc + x[row * C + i]);
#elif EDIT == 3
    const float t = __fsub_rn(x[row * C + i], lost), s = __fadd_rn(acc, t);
    lost = __fsub_rn(__fsub_rn(s, acc), t);
    acc = s;
#elif EDIT == 4
    acc = __fadd_rz(acc, x[row * C + i]);
#else
    acc += x[row * C + i];
#endif
    y[row * C + i] = acc;
  }
  if (lost > 1e30f) y[0] = lost;
}
