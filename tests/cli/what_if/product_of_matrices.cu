// A thread for each element.
// Compiled with -DEDIT=K it is edited as the K-th line below says; `fpcheck run --what-if` predicts what that does to the error.
// words: '<<<(4,4), (16,16)>>>' a=randn:64x128 b=randn:128x64 c=empty:64x64 K=128
// edit 1: acc: f64
// edit 2: acc: bf16
// edit 3: a: bf16; b: bf16
// edit 4: b: e4m3fn
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifndef EDIT
#define EDIT 0
#endif
__device__ inline float bf16(float v) { return __bfloat162float(__float2bfloat16_rn(v)); }
__device__ inline float f16(float v) { return __half2float(__float2half_rn(v)); }

#include <cuda_fp8.h>
__device__ inline float e4m3(float v) { __nv_fp8_e4m3 q; q.__x = __nv_cvt_float_to_fp8(v, __NV_SATFINITE, __NV_E4M3); return (float)q; }
__global__ void product_of_matrices(const float* a, const float* b, float* c, int K) {
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
#if EDIT == 1
  double acc = 0;
#else
  float acc = 0;
#endif
  for (int k = 0; k < K; ++k) {
    float l = a[row * K + k], r = b[k * 64 + column];
#if EDIT == 3
    l = bf16(l), r = bf16(r);
#elif EDIT == 4
    r = e4m3(r);
#endif
#if EDIT == 2
    acc = bf16(acc + __fmul_rn(l, r));
#else
    acc += l * r;
#endif
  }
  c[row * 64 + column] = acc;
}
