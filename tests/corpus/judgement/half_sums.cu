// Sums in half precision of so many addends, in one thread and in all of them.
#include <cuda_fp16.h>

// fpcheck: half_sum <<<1, 32>>> n=24 x=uniform(1,2):768:f16 y=empty:32:f16
// expect: half_sum rule=narrow-accumulator line=marked
// fpcheck: half_sum <<<1, 32>>> n=12 x=uniform(1,2):384:f16 y=empty:32:f16
// expect: half_sum clean
// fpcheck: half_sum <<<4, 32>>> n=12 x=uniform(1,2):1536:f16 y=empty:128:f16
// expect: half_sum rule=narrow-accumulator line=marked
// fpcheck: half_sum <<<2, 32>>> n=12 x=uniform(1,2):768:f16 y=empty:64:f16
// expect: half_sum clean
__global__ void half_sum(int n, const __half* x, __half* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __half s = __float2half(0.f);
#pragma unroll 1
  for (int k = 0; k < n; ++k) s = __hadd(s, x[i * n + k]); // expect-line
  y[i] = s;
}
