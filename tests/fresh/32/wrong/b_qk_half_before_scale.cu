// fpcheck: attend <<<4, 32>>> q=@b_qk_half_before_scale_q.npy k=@b_qk_half_before_scale_k.npy v=@b_qk_half_before_scale_v.npy o=empty:4x8 --ref 'o=@b_qk_half_before_scale_ref.npy' --tol rtol=0.02,atol=0.02
// expect: error half overflow, NaN hidden by a test (mismatch) at line 23
// why: the raw product q.k goes to half before 1/sqrt(d) scales it (the fp16 overflow reported for several attention layers): 92000 is infinite in half, inf - inf is NaN, and isnan() puts zeros into the row
// figure: o[11] computed 0, exact -1.53664052 (7 of 32 beyond the tolerance)
#include <cuda_fp16.h>

__device__ float warp_max(float v) {
  for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
  return v;
}
__device__ float warp_sum(float v) {
  for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
  return v;
}

// One warp a query, one lane a key.
__global__ void attend(const __half* q, const __half* k, const float* v, float* o) {
  int row = blockIdx.x, key = threadIdx.x;
  float dot = 0.0f;
  for (int c = 0; c < 64; ++c) {
    dot += __half2float(q[row * 64 + c]) * __half2float(k[key * 64 + c]);
  }
  __half logit = __float2half(dot);
  float s = __half2float(logit) * 0.125f;
  float p = __expf(s - warp_max(s));
  float total = warp_sum(p);
  for (int c = 0; c < 8; ++c) {
    float r = warp_sum(p * v[key * 8 + c]) / total;
    if (key == 0) {
      o[row * 8 + c] = isnan(r) ? 0.0f : r;
    }
  }
}
