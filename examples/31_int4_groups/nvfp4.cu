// NVFP4: 16 elements of e2m1, whose largest is 6, under a scale in e4m3, and one more scale in f32 for the whole tensor. The second is what makes the
// first possible: e4m3 ends at 2^-9, blocks of small weights have scales below that, and 0 is no scale. Weights of the size of one do not show
// it, small ones pass any comparison with an absolute tolerance. The kernels give back x cut to the range of the codes, as they are before
// they are rounded.
#include <cuda_fp8.h>

__device__ float largest(const float* x, int n) {
  float most = 0;
  for (int i = 0; i < n; ++i) most = fmaxf(most, fabsf(x[i]));
  return most;
}

/// A scale for elements up to m: in e4m3, and not below m / 6.
__device__ float scale_of(float m) {
  const float nearest = static_cast<float>(__nv_fp8_e4m3(m / 6));
  return nearest < m / 6 ? static_cast<float>(__nv_fp8_e4m3(1.125f * nearest)) : nearest;
}

// fpcheck: of_blocks <<<4, 16>>> x=uniform(-0.001,0.001):4x16 back=empty:4x16 --ref x --tol 4ulp --expect underflow-flushed,mismatch
__global__ void of_blocks(const float* __restrict__ x, float* __restrict__ back) {
  const int i = 16 * blockIdx.x + threadIdx.x;
  const float s = scale_of(largest(x + 16 * blockIdx.x, 16));
  back[i] = fminf(fmaxf(x[i] / s, -6), 6) * s;
}

// fpcheck: of_both <<<4, 16>>> x=uniform(-0.001,0.001):4x16 back=empty:4x16 --ref x --tol 4ulp --expect clean
__global__ void of_both(const float* __restrict__ x, float* __restrict__ back) {
  const int i = 16 * blockIdx.x + threadIdx.x;
  const float whole = largest(x, 64) / (6 * 256), s = scale_of(largest(x + 16 * blockIdx.x, 16) / whole) * whole;
  back[i] = fminf(fmaxf(x[i] / s, -6), 6) * s;
}
