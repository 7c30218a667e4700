// A dot product accumulated in f32 whose factors are multiplied in half: 300 * 300 has left the format before the wide
// accumulator sees it.
#include <cuda_fp16.h>

// fpcheck: dot_half_product <<<1, 32>>> n=8 a=const(300):32x8:f16 b=const(300):32x8:f16 out=empty:32
// expect: dot_half_product rule=overflow|inf-born line=marked max_findings=3
__global__ void dot_half_product(int n, const __half* a, const __half* b, float* out) {
  float sum = 0.f;
  for (int i = 0; i < n; ++i)
    sum += __half2float(__hmul(a[threadIdx.x * n + i], b[threadIdx.x * n + i])); // expect-line
  out[threadIdx.x] = sum;
}

// fpcheck: dot_float_product <<<1, 32>>> n=8 a=const(300):32x8:f16 b=const(300):32x8:f16 out=empty:32
// expect: dot_float_product clean
__global__ void dot_float_product(int n, const __half* a, const __half* b, float* out) {
  float sum = 0.f;
  for (int i = 0; i < n; ++i)
    sum = fmaf(__half2float(a[threadIdx.x * n + i]), __half2float(b[threadIdx.x * n + i]), sum);
  out[threadIdx.x] = sum;
}
