// Many steps of a stencil between neighbours in a block.
// Compiled with -DEDIT=K it is edited as the K-th line below says; `fpcheck run --what-if` predicts what that does to the error.
// words: '<<<8, 256>>>' x=uniform:2048 y=empty:2048 steps=40
// edit 1: line @step: f64; line @end: f32
// edit 2: line @step: bf16
// edit 3: line @step: f32 toward-zero
// edit 4: x: f16
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifndef EDIT
#define EDIT 0
#endif
__device__ inline float bf16(float v) { return __bfloat162float(__float2bfloat16_rn(v)); }
__device__ inline float f16(float v) { return __half2float(__float2half_rn(v)); }

__global__ void relaxation(const float* x, float* y, int steps) {
#if EDIT == 1
  __shared__ double u[258];
#else
  __shared__ float u[258];
#endif
  const int t = threadIdx.x + 1, i = blockIdx.x * blockDim.x + threadIdx.x;
#if EDIT == 4
  u[t] = f16(x[i]);
#else
  u[t] = x[i];
#endif
  if (threadIdx.x == 0) u[0] = u[257] = 0;
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
#if EDIT == 1
    const double next = u[t] + 0.3f * (u[t - 1] - 2 * u[t] + u[t + 1]);
#elif EDIT == 2
    const float next = bf16(__fmaf_rn(0.3f, bf16(bf16(__fmaf_rn(-2, u[t], u[t - 1])) + u[t + 1]), u[t]));
#elif EDIT == 3
    const float next = __fmaf_rz(0.3f, __fadd_rz(__fmaf_rz(-2, u[t], u[t - 1]), u[t + 1]), u[t]);
#else
    const float next = u[t] + 0.3f * (u[t - 1] - 2 * u[t] + u[t + 1]);  // @step
#endif
    __syncthreads();
    u[t] = next;
    __syncthreads();
  }
  y[i] = u[t] * 1.1f;  // @end
}
