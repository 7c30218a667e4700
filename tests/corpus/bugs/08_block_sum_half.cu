// A quantised block keeps its scale and the sum of its values as two halves; 32 values of 3000 add up to 96000, which
// half does not hold.
#include <cuda_fp16.h>

// fpcheck: quantise_block_half_sum <<<4, 32>>> x=const(3000):128 q=empty:128:i8 ds=empty:4x2:f16
// expect: quantise_block_half_sum rule=overflow|saturated|inf-born line=marked max_findings=3
__global__ void quantise_block_half_sum(const float* x, signed char* q, __half2* ds) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  const float value = x[i];
  float largest = fabsf(value), sum = value;
  for (int step = 16; step > 0; step /= 2) {
    largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, step));
    sum += __shfl_xor_sync(0xffffffffu, sum, step);
  }
  const float d = largest / 127.f;
  q[i] = static_cast<signed char>(d == 0.f ? 0.f : roundf(value / d));
  if (threadIdx.x == 0) ds[blockIdx.x] = __floats2half2_rn(d, sum); // expect-line
}

// fpcheck: quantise_block_float_sum <<<4, 32>>> x=const(3000):128 q=empty:128:i8 ds=empty:4x2
// expect: quantise_block_float_sum clean
// fpcheck: quantise_block_float_sum <<<4, 32>>> x=randn:128 q=empty:128:i8 ds=empty:4x2
// expect: quantise_block_float_sum clean
__global__ void quantise_block_float_sum(const float* x, signed char* q, float2* ds) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  const float value = x[i];
  float largest = fabsf(value), sum = value;
  for (int step = 16; step > 0; step /= 2) {
    largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, step));
    sum += __shfl_xor_sync(0xffffffffu, sum, step);
  }
  const float d = largest / 127.f;
  q[i] = static_cast<signed char>(d == 0.f ? 0.f : roundf(value / d));
  if (threadIdx.x == 0) ds[blockIdx.x] = make_float2(d, sum);
}
