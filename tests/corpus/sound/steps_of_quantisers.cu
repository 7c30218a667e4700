// A quantiser's step in a narrow format, although nothing stores it: what is rounded to a multiple of it is as near to the data as with any other.
#include <cuda_fp16.h>

__device__ float largest_of_group(float v) {
  for (int h = 16; h > 0; h /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, h));
  return v;
}

// fpcheck: rounded_to_steps <<<1, 32>>> x=randn:32 y=empty:32
// expect: rounded_to_steps clean
__global__ void rounded_to_steps(const float* x, float* y) {
  const float v = x[threadIdx.x];
  const float step = __half2float(__float2half(largest_of_group(fabsf(v)) / 127.0f));
  y[threadIdx.x] = fminf(fmaxf(rintf(v * (1.0f / step)), -127.0f), 127.0f) * step;
}
