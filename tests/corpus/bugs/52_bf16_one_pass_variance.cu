// The variance of bf16 data around 1000 in one pass: the data are exact, the arithmetic is f32, and the result is wrong.
#include <cuda_bf16.h>

// fpcheck: variance_one_pass <<<1, 32>>> n=512 x=uniform(996,1004):32x512:bf16 out=empty:32
// expect: variance_one_pass rule=cancellation|inaccurate line=marked max_findings=3
__global__ void variance_one_pass(int n, const __nv_bfloat16* x, float* out) {
  float sum = 0.f, squares = 0.f;
  for (int i = 0; i < n; ++i) {
    const float v = __bfloat162float(x[threadIdx.x * n + i]);
    sum += v;
    squares += v * v;
  }
  const float mean = sum / n;
  out[threadIdx.x] = squares / n - mean * mean; // expect-line
}

// fpcheck: variance_two_pass <<<1, 32>>> n=512 x=uniform(996,1004):32x512:bf16 out=empty:32
// expect: variance_two_pass clean
__global__ void variance_two_pass(int n, const __nv_bfloat16* x, float* out) {
  float sum = 0.f, squares = 0.f;
  for (int i = 0; i < n; ++i) sum += __bfloat162float(x[threadIdx.x * n + i]);
  const float mean = sum / n;
  for (int i = 0; i < n; ++i) {
    const float d = __bfloat162float(x[threadIdx.x * n + i]) - mean;
    squares = fmaf(d, d, squares);
  }
  out[threadIdx.x] = squares / n;
}
