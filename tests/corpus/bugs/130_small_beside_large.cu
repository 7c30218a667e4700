// Most elements are lost by a narrowing; one that is large beside them hides nothing.
#include <cuda_fp16.h>

// fpcheck: heights <<<1, 128>>> z=uniform(100,100.2):128 y=empty:128
// expect: heights rule=narrowing|cancellation|absorption line=marked
__global__ void heights(const float* z, float* y) {
  const int i = threadIdx.x;
  const float h = __half2float(__float2half(z[i])); // expect-line
  y[i] = i == 7 ? 1e4f * h : h - 100.f;
}

// fpcheck: heights_above_base <<<1, 128>>> z=uniform(100,100.2):128 y=empty:128
// expect: heights_above_base clean
__global__ void heights_above_base(const float* z, float* y) {
  const int i = threadIdx.x;
  y[i] = i == 7 ? 1e4f * z[i] : z[i] - 100.f;
}

// fpcheck: gains <<<1, 128>>> p=uniform(2,2.004):128 out=empty:129
// expect: gains rule=narrowing|cancellation|absorption line=marked
__global__ void gains(const float* p, float* out) {
  __shared__ __half level[128];
  const int i = threadIdx.x;
  level[i] = __float2half(p[i]); // expect-line
  __syncthreads();
  out[i] = log2f(__half2float(level[i])) - 1.f;
  if (i == 0) out[128] = 400.f * p[0];
}
