// A long sum in one thread.
// Compiled with -DEDIT=K it is edited as the K-th line below says; `fpcheck run --what-if` predicts what that does to the error.
// words: '<<<8, 128>>>' x=uniform:1024x700 y=empty:1024 C=700
// edit 1: acc: f64
// edit 2: acc: bf16
// edit 3: acc: kahan
// edit 4: line @sum: split
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifndef EDIT
#define EDIT 0
#endif
__device__ inline float bf16(float v) { return __bfloat162float(__float2bfloat16_rn(v)); }
__device__ inline float f16(float v) { return __half2float(__float2half_rn(v)); }

__global__ void sum_of_squares(const float* x, float* y, int C) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
#if EDIT == 1
  double acc = 0;
#else
  float acc = 0;
#endif
  float lost = 0;
  for (int i = 0; i < C; ++i) {
    const float v = x[row * C + i];
#if EDIT == 1
    acc += v * v;
#elif EDIT == 2
    acc = bf16(acc + __fmul_rn(v, v));
#elif EDIT == 3
    const float t = __fsub_rn(__fmul_rn(v, v), lost), s = __fadd_rn(acc, t);
    lost = __fsub_rn(__fsub_rn(s, acc), t);
    acc = s;
#elif EDIT == 4
    acc = __fadd_rn(acc, __fmul_rn(v, v));
#else
    acc += v * v;  // @sum
#endif
  }
  y[row] = acc;
  if (lost > 1e30f) y[row] = lost;
}
