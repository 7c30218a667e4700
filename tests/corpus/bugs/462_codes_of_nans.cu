// A NaN that a conversion makes a code of has the line that it was made in.
#include <math_constants.h>

__device__ float absorb(float most, float score) {
  const float m = fmaxf(most, score);
  return __expf(most - m); // expect-line
}

__device__ signed char code(float x) {
  return (signed char)__float2int_rn(x * 64.f);
}

// fpcheck: masked_codes <<<1, 32>>> score=uniform(-2,2):32 out=empty:32 first=8
// expect: masked_codes rule=nan-born line=marked
__global__ void masked_codes(const float* score, signed char* out, int first) {
  const int i = threadIdx.x;
  const float s = i < first ? -CUDART_INF_F : score[i];
  const float kept = absorb(-CUDART_INF_F, s);
  __syncwarp();
  out[i] = code(kept + 0.5f);
}

// fpcheck: unmasked_codes <<<1, 32>>> score=uniform(-2,2):32 out=empty:32 first=8
// expect: unmasked_codes clean
__global__ void unmasked_codes(const float* score, signed char* out, int first) {
  const int i = threadIdx.x;
  const float s = i < first ? -CUDART_INF_F : score[i];
  const float kept = s == -CUDART_INF_F ? 1.f : absorb(-CUDART_INF_F, s);
  __syncwarp();
  out[i] = code(kept + 0.5f);
}
