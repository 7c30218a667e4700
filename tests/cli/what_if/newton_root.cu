// An iteration that mends its own errors, but for the last step.
// Compiled with -DEDIT=K it is edited as the K-th line below says; `fpcheck run --what-if` predicts what that does to the error.
// words: '<<<8, 256>>>' x=uniform(1,4):2048 y=empty:2048
// edit 1: line @last: bf16
// edit 2: line @early: bf16
// edit 3: line @last: f64
// edit 4: line @last: f32 toward-zero
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifndef EDIT
#define EDIT 0
#endif
__device__ inline float bf16(float v) { return __bfloat162float(__float2bfloat16_rn(v)); }
__device__ inline float f16(float v) { return __half2float(__float2half_rn(v)); }

__global__ void newton_root(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = x[i];
  float r = 0.7f;
  for (int k = 0; k < 5; ++k) {
#if EDIT == 2
    r = bf16(r * bf16(__fmaf_rn(bf16(-0.5f * a * r), r, 1.5f)));
#else
    r = r * (1.5f - 0.5f * a * r * r);  // @early
#endif
  }
#if EDIT == 1
  r = bf16(__fmaf_rn(bf16(__fmaf_rn(-bf16(a * r), r, 1)), 0.5f * r, r));
#elif EDIT == 3
  r = r + (1 - (double)a * r * r) * (0.5 * r);
#elif EDIT == 4
  r = __fmaf_rz(__fmaf_rz(-__fmul_rz(a, r), r, 1), 0.5f * r, r);
#else
  r = r + (1 - a * r * r) * (0.5f * r);  // @last
#endif
  y[i] = r;
}
