// Online softmax with the output accumulator and its rescale factor in half: exp(old - new) = 1e-9 is zero there, and
// what was accumulated before is lost.
#include <cuda_fp16.h>

// fpcheck: rescale_in_half <<<1, 32>>> m_old=0 m_new=20.723266 acc=const(60000):32:f16 v=const(0.00001):32:f16 out=empty:32:f16
// expect: rescale_in_half rule=underflow-flushed|narrowing|narrow-accumulator|inaccurate line=marked max_findings=3
__global__ void rescale_in_half(float m_old, float m_new, const __half* acc, const __half* v, __half* out) {
  const __half factor = __float2half(expf(m_old - m_new)); // expect-line
  out[threadIdx.x] = __hfma(acc[threadIdx.x], factor, v[threadIdx.x]);
}

// fpcheck: rescale_in_float <<<1, 32>>> m_old=0 m_new=20.723266 acc=const(60000):32:f16 v=const(0.00001):32:f16 out=empty:32:f16
// expect: rescale_in_float clean
__global__ void rescale_in_float(float m_old, float m_new, const __half* acc, const __half* v, __half* out) {
  const float factor = expf(m_old - m_new);
  out[threadIdx.x] = __float2half(fmaf(__half2float(acc[threadIdx.x]), factor, __half2float(v[threadIdx.x])));
}
