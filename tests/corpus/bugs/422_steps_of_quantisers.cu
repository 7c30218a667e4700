// A quantiser whose step is rounded on one of its two ways only.
#include <cuda_bf16.h>

__device__ float largest_of_group(float v) {
  for (int h = 16; h > 0; h /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, h));
  return v;
}

// fpcheck: step_rounded_on_the_way_back <<<1, 32>>> x=randn:32 y=empty:32
// expect: step_rounded_on_the_way_back rule=narrowing line=marked
__global__ void step_rounded_on_the_way_back(const float* x, float* y) {
  const float v = x[threadIdx.x], step = largest_of_group(fabsf(v)) / 127.0f;
  const float back = __bfloat162float(__float2bfloat16(step)); // expect-line
  y[threadIdx.x] = rintf(v / step) * back;
}

// fpcheck: step_kept <<<1, 32>>> x=randn:32 y=empty:32
// expect: step_kept clean
__global__ void step_kept(const float* x, float* y) {
  const float v = x[threadIdx.x], step = largest_of_group(fabsf(v)) / 127.0f;
  y[threadIdx.x] = rintf(v / step) * step;
}

// The same step scales something that is not rounded to it.
// fpcheck: step_for_the_rest <<<1, 32>>> x=randn:32 y=empty:32 rest=empty:32
// expect: step_for_the_rest rule=narrowing line=marked
__global__ void step_for_the_rest(const float* x, float* y, float* rest) {
  const float v = x[threadIdx.x];
  const float step = __bfloat162float(__float2bfloat16(largest_of_group(fabsf(v)) / 127.0f)); // expect-line
  y[threadIdx.x] = rintf(v / step) * step;
  rest[threadIdx.x] = v * 0.5f + step;
}
