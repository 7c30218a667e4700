// Token positions kept in bf16, which is exact only up to 256: position 15962 becomes 15936.
#include <cuda_bf16.h>

// fpcheck: rotary_bf16_position <<<1, 32>>> position=const(15962):32:i32 frequency=const(1):32 c=empty:32
// expect: rotary_bf16_position rule=int-to-float-loss|narrowing|inaccurate line=marked max_findings=3
__global__ void rotary_bf16_position(const int* position, const float* frequency, float* c) {
  const __nv_bfloat16 p = __int2bfloat16_rn(position[threadIdx.x]); // expect-line
  c[threadIdx.x] = cosf(__bfloat162float(p) * frequency[threadIdx.x]);
}

// fpcheck: rotary_float_position <<<1, 32>>> position=const(15962):32:i32 frequency=const(1):32 c=empty:32
// expect: rotary_float_position clean
__global__ void rotary_float_position(const int* position, const float* frequency, float* c) {
  c[threadIdx.x] = cosf(static_cast<float>(position[threadIdx.x]) * frequency[threadIdx.x]);
}
