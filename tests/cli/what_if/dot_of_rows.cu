// Products of two signs.
// Compiled with -DEDIT=K it is edited as the K-th line below says; `fpcheck run --what-if` predicts what that does to the error.
// words: '<<<8, 128>>>' x=randn:1024x300 z=randn:1024x300 y=empty:1024 C=300
// edit 1: line @sum: f64
// edit 2: acc: f16
// edit 3: line @sum: f32 toward-zero
// edit 4: z: bf16
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifndef EDIT
#define EDIT 0
#endif
__device__ inline float bf16(float v) { return __bfloat162float(__float2bfloat16_rn(v)); }
__device__ inline float f16(float v) { return __half2float(__float2half_rn(v)); }

__global__ void dot_of_rows(const float* x, const float* z, float* y, int C) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
#if EDIT == 1
  double acc = 0;
#else
  float acc = 0;
#endif
  for (int i = 0; i < C; ++i) {
    const float a = x[row * C + i];
#if EDIT == 4
    const float b = bf16(z[row * C + i]);
#else
    const float b = z[row * C + i];
#endif
#if EDIT == 1
    acc += (double)a * b;
#elif EDIT == 2
    acc = f16(acc + __fmul_rn(a, b));
#elif EDIT == 3
    acc = __fmaf_rz(a, b, acc);
#else
    acc += a * b;  // @sum
#endif
  }
  y[row] = acc;
}
