// Gradients in f16 are multiplied by a loss scale so that small ones do not vanish, and divided by it again. Now and then one overflows: then the
// whole step has to be skipped and the scale halved. Applied all the same, the infinity becomes a weight, and every product with it from then on
// is infinite or NaN. A short test with small gradients never overflows.
#include <cuda_fp16.h>

// fpcheck: applied <<<1, 64>>> n=64 rate=0.01 w=inout:randn:n g=spiked(100):n scale=inout:const(4096):1 --expect overflow
__global__ void applied(float* __restrict__ w, const float* __restrict__ g, float* __restrict__ scale, float rate) {
  const float stored = __half2float(__float2half(g[threadIdx.x] * *scale));
  w[threadIdx.x] -= rate * (stored / *scale);
}

// fpcheck: skipped <<<1, 64>>> n=64 rate=0.01 w=inout:randn:n g=spiked(100):n scale=inout:const(4096):1 --ref 'w=w' --ref 'scale=scale / 2' --expect clean
// fpcheck: skipped <<<1, 64>>> n=64 rate=0.01 w=inout:randn:n g=randint(-4,4):n scale=inout:const(4096):1 --ref 'w=w - rate * g' --ref 'scale=scale' --expect clean
__global__ void skipped(float* __restrict__ w, const float* __restrict__ g, float* __restrict__ scale, float rate) {
  const float now = *scale, stored = __half2float(__float2half(g[threadIdx.x] * now)); // fpcheck: allow overflow the step is skipped
  if (__syncthreads_or(isinf(stored) || isnan(stored))) {
    if (threadIdx.x == 0) *scale = now / 2;
    return;
  }
  w[threadIdx.x] -= rate * (stored / now);
}
