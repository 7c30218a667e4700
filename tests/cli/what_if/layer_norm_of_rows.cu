// Two sums over a row, then a scale.
// Compiled with -DEDIT=K it is edited as the K-th line below says; `fpcheck run --what-if` predicts what that does to the error.
// words: '<<<4, 128>>>' x=randn:512x48 y=empty:512x48 C=48
// edit 1: sum: f64; squares: f64
// edit 2: mean: bf16
// edit 3: squares: bf16
// edit 4: line @out: f16
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifndef EDIT
#define EDIT 0
#endif
__device__ inline float bf16(float v) { return __bfloat162float(__float2bfloat16_rn(v)); }
__device__ inline float f16(float v) { return __half2float(__float2half_rn(v)); }

__global__ void layer_norm_of_rows(const float* x, float* y, int C) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
#if EDIT == 1
  double sum = 0, squares = 0;
#else
  float sum = 0, squares = 0;
#endif
  for (int i = 0; i < C; ++i) sum += x[row * C + i];
  float mean = sum / C;
#if EDIT == 2
  mean = bf16(mean);
#endif
  for (int i = 0; i < C; ++i) {
    const float d = x[row * C + i] - mean;
#if EDIT == 3
    squares = bf16(squares + __fmul_rn(d, d));
#else
    squares += d * d;
#endif
  }
  const float scale = rsqrtf(squares / C + 1e-5f);
  for (int i = 0; i < C; ++i) {
#if EDIT == 4
    y[row * C + i] = f16(f16(x[row * C + i] - mean) * scale);
#else
    y[row * C + i] = (x[row * C + i] - mean) * scale;  // @out
#endif
  }
}
