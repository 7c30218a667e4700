// A difference of large numbers.
// Compiled with -DEDIT=K it is edited as the K-th line below says; `fpcheck run --what-if` predicts what that does to the error.
// words: '<<<8, 128>>>' x=uniform(10,11):1024x200 y=empty:1024 C=200
// edit 1: line @end: f64
// edit 2: sum: f64; squares: f64; line @end: f64
// edit 3: squares: kahan
// edit 4: x: f16
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifndef EDIT
#define EDIT 0
#endif
__device__ inline float bf16(float v) { return __bfloat162float(__float2bfloat16_rn(v)); }
__device__ inline float f16(float v) { return __half2float(__float2half_rn(v)); }

__global__ void one_pass_variance(const float* x, float* y, int C) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
#if EDIT == 2
  double sum = 0, squares = 0;
#else
  float sum = 0, squares = 0;
#endif
  float lost = 0;
  for (int i = 0; i < C; ++i) {
#if EDIT == 4
    const float v = f16(x[row * C + i]);
#else
    const float v = x[row * C + i];
#endif
    sum += v;
#if EDIT == 3
    const float t = __fsub_rn(__fmul_rn(v, v), lost), s = __fadd_rn(squares, t);
    lost = __fsub_rn(__fsub_rn(s, squares), t);
    squares = s;
#else
    squares += v * v;
#endif
  }
#if EDIT == 1 || EDIT == 2
  const double mean = (double)sum / C;
  y[row] = (double)squares / C - mean * mean;
#else
  const float mean = sum / C; y[row] = squares / C - mean * mean;  // @end
#endif
  if (lost > 1e30f) y[row] = lost;
}
