// Attention weights from exp2(s * scale - max * scale), where one product is fused and exact and the other is rounded:
// for scores of 1e12 the exponent of the largest key, which is zero, becomes thousands.
#include <cuda_bf16.h>

// fpcheck: weights_mixed_rounding <<<1, 4>>> d=64 scale=0.18033688 q=const(133120):64:bf16 k=const(133120):4x64:bf16 v=uniform(1,2):4 out=empty:4
// expect: weights_mixed_rounding rule=overflow line=marked max_findings=3
__global__ void weights_mixed_rounding(int d, float scale, const __nv_bfloat16* q, const __nv_bfloat16* k, const float* v,
                                       float* out) {
  float s = 0.f;
  for (int i = 0; i < d; ++i) s = fmaf(__bfloat162float(q[i]), __bfloat162float(k[threadIdx.x * d + i]), s);
  float m = s;
  for (int step = 1; step < 4; step *= 2) m = fmaxf(m, __shfl_xor_sync(0xf, m, step));
  const float shift = __fmul_rn(m, scale);
  const float p = exp2f(fmaf(s, scale, -shift)); // expect-line
  float total = p;
  for (int step = 1; step < 4; step *= 2) total += __shfl_xor_sync(0xf, total, step);
  out[threadIdx.x] = p / total * v[threadIdx.x];
}

// fpcheck: weights_shift_first <<<1, 4>>> d=64 scale=0.18033688 q=const(133120):64:bf16 k=const(133120):4x64:bf16 v=uniform(1,2):4 out=empty:4
// expect: weights_shift_first clean
__global__ void weights_shift_first(int d, float scale, const __nv_bfloat16* q, const __nv_bfloat16* k, const float* v,
                                    float* out) {
  float s = 0.f;
  for (int i = 0; i < d; ++i) s = fmaf(__bfloat162float(q[i]), __bfloat162float(k[threadIdx.x * d + i]), s);
  float m = s;
  for (int step = 1; step < 4; step *= 2) m = fmaxf(m, __shfl_xor_sync(0xf, m, step));
  const float p = exp2f((s - m) * scale);
  float total = p;
  for (int step = 1; step < 4; step *= 2) total += __shfl_xor_sync(0xf, total, step);
  out[threadIdx.x] = p / total * v[threadIdx.x];
}
