// Two values close together are rounded to bfloat16 before they are subtracted: of most differences nothing is left.
#include <cuda_bf16.h>

__device__ float mean_of(int n, const float* x) {
  float s = 0.f;
  for (int i = threadIdx.x; i < n; i += 32) s += x[i];
  for (int o = 16; o; o /= 2) s += __shfl_xor_sync(~0u, s, o);
  return s / n;
}
__device__ float inverse_deviation(int n, const float* x, float mean) {
  float v = 0.f;
  for (int i = threadIdx.x; i < n; i += 32) v = fmaf(x[i] - mean, x[i] - mean, v);
  for (int o = 16; o; o /= 2) v += __shfl_xor_sync(~0u, v, o);
  return rsqrtf(v / n + 1e-5f);
}

// fpcheck: normalise_narrowed <<<4, 32>>> n=128 x=uniform(400,401):4x128 y=empty:4x128:bf16
// expect: normalise_narrowed rule=narrowing|cancellation line=marked max_findings=3
__global__ void normalise_narrowed(int n, const float* x, __nv_bfloat16* y) {
  x += blockIdx.x * n, y += blockIdx.x * n;
  const float mean = mean_of(n, x), r = inverse_deviation(n, x, mean);
#pragma unroll 1
  for (int i = threadIdx.x; i < n; i += 32) {
    const __nv_bfloat16 a = __float2bfloat16(x[i]), b = __float2bfloat16(mean); // expect-line
    y[i] = __float2bfloat16(__bfloat162float(__hsub(a, b)) * r);
  }
}

// fpcheck: normalise_wide <<<4, 32>>> n=128 x=uniform(400,401):4x128 y=empty:4x128:bf16
// expect: normalise_wide clean
__global__ void normalise_wide(int n, const float* x, __nv_bfloat16* y) {
  x += blockIdx.x * n, y += blockIdx.x * n;
  const float mean = mean_of(n, x), r = inverse_deviation(n, x, mean);
  for (int i = threadIdx.x; i < n; i += 32) y[i] = __float2bfloat16((x[i] - mean) * r);
}
