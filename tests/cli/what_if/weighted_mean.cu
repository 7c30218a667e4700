// Computed in binary64, which it may not need.
// Compiled with -DEDIT=K it is edited as the K-th line below says; `fpcheck run --what-if` predicts what that does to the error.
// words: '<<<8, 128>>>' x=uniform:1024x80 w=uniform(0.5,1):1024x80 y=empty:1024 C=80
// edit 1: num: f32; den: f32
// edit 2: num: bf16
// edit 3: line @end: f32
// edit 4: num: f32 stochastic
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifndef EDIT
#define EDIT 0
#endif
__device__ inline float bf16(float v) { return __bfloat162float(__float2bfloat16_rn(v)); }
__device__ inline float f16(float v) { return __half2float(__float2half_rn(v)); }

__device__ inline float stochastic(double v, unsigned& state) {
  const float down = __double2float_rd(v), up = __double2float_ru(v);
  state = state * 1664525u + 1013904223u;
  const double share = up == down ? 0 : (v - down) / ((double)up - down);
  return (state >> 8) * 0x1p-24 < share ? up : down;
}
__global__ void weighted_mean(const double* x, const double* w, float* y, int C) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
#if EDIT == 1
  float num = 0, den = 0;
#elif EDIT == 2 || EDIT == 4
  float num = 0;
  double den = 0;
#else
  double num = 0, den = 0;
#endif
  unsigned state = row * 2654435761u + 1;
  for (int i = 0; i < C; ++i) {
    const double p = w[row * C + i] * x[row * C + i];
#if EDIT == 2
    num = bf16((float)(num + p));
#elif EDIT == 4
    num = stochastic(num + p, state);
#else
    num += p;
#endif
    den += w[row * C + i];
  }
#if EDIT == 3
  y[row] = (float)num / (float)den;
#else
  y[row] = num / den;  // @end
#endif
  if (state == 0xdeadbeef) y[row] = 0;
}
