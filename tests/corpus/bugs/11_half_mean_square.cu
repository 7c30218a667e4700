// The mean square of a half row accumulated in half: the sum reaches infinity, its reciprocal square root is zero, and
// the whole row comes out as zeros without a single NaN.
#include <cuda_fp16.h>

// fpcheck: rmsnorm_half_sum <<<1, 8>>> n=2048 x=const(300):8x2048:f16 y=empty:8x2048:f16
// expect: rmsnorm_half_sum rule=overflow|inf-born|narrow-accumulator|inaccurate line=marked max_findings=3
__global__ void rmsnorm_half_sum(int n, const __half* x, __half* y) {
  const __half* row = x + threadIdx.x * n;
  const __half count = __int2half_rn(n);
  __half sum = __float2half(0.f);
  for (int i = 0; i < n; ++i)
    sum = __hfma(row[i], __hdiv(row[i], count), sum); // expect-line
  const __half inverse = hrsqrt(sum);
  for (int i = 0; i < n; ++i) y[threadIdx.x * n + i] = __hmul(row[i], inverse);
}

// fpcheck: rmsnorm_float_sum <<<1, 8>>> n=2048 x=const(300):8x2048:f16 y=empty:8x2048:f16
// expect: rmsnorm_float_sum clean
__global__ void rmsnorm_float_sum(int n, const __half* x, __half* y) {
  const __half* row = x + threadIdx.x * n;
  float sum = 0.f;
  for (int i = 0; i < n; ++i) sum = fmaf(__half2float(row[i]), __half2float(row[i]), sum);
  const float inverse = rsqrtf(sum / static_cast<float>(n) + 1e-6f);
  for (int i = 0; i < n; ++i) y[threadIdx.x * n + i] = __float2half(__half2float(row[i]) * inverse);
}
