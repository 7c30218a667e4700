// A logarithm of a sum of exponentials.
// Compiled with -DEDIT=K it is edited as the K-th line below says; `fpcheck run --what-if` predicts what that does to the error.
// words: '<<<8, 128>>>' x=uniform(-3,3):1024x50 y=empty:1024 C=50
// edit 1: sum: f64
// edit 2: sum: bf16
// edit 3: line @term: f16
// edit 4: line @end: bf16
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifndef EDIT
#define EDIT 0
#endif
__device__ inline float bf16(float v) { return __bfloat162float(__float2bfloat16_rn(v)); }
__device__ inline float f16(float v) { return __half2float(__float2half_rn(v)); }

__global__ void log_sum_exp(const float* x, float* y, int C) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
#if EDIT == 1
  double sum = 0;
#else
  float sum = 0;
#endif
  for (int i = 0; i < C; ++i) {
    const float v = x[row * C + i];
#if EDIT == 3
    const float e = f16(__fmaf_rn(v, v, 1));
#else
    const float e = v * v + 1;  // @term
#endif
#if EDIT == 2
    sum = bf16(sum + e);
#else
    sum += e;
#endif
  }
  const float s = sum;
  const float r = sqrtf(s);
#if EDIT == 4
  y[row] = bf16(r + 1.5f);
#else
  y[row] = r + 1.5f;  // @end
#endif
}
