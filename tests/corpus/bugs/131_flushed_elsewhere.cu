// Subnormal numbers that this kernel keeps, too short for what is made of them; another kernel of the file flushes. And halves that
// lose one value in two.
#include <cuda_fp16.h>

// fpcheck: dilution <<<1, 64>>> c=uniform(1,2):64 y=empty:64
// expect: dilution rule=inaccurate|underflow-flushed line=marked
__global__ void dilution(const float* c, float* y) {
  const int i = threadIdx.x;
  const float thin = c[i] * 1e-21f * 1e-21f; // expect-line
  y[i] = thin * 1e30f;
}
__global__ void flushing(float* y) { y[threadIdx.x] = exp2f(y[threadIdx.x]); }

// fpcheck: dilution_in_steps <<<1, 64>>> c=uniform(1,2):64 y=empty:64
// expect: dilution_in_steps clean
__global__ void dilution_in_steps(const float* c, float* y) {
  const int i = threadIdx.x;
  y[i] = c[i] * 1e-21f * 1e9f;
}

// fpcheck: odd_gradients <<<1, 64>>> g=uniform(1,2):64 y=empty:64:f16
// expect: odd_gradients rule=underflow-flushed line=marked
__global__ void odd_gradients(const float* g, __half* y) {
  const int i = threadIdx.x;
  y[i] = __float2half(i % 2 ? g[i] * 1e-8f : g[i]); // expect-line
}
