// MX blocks share a power of two as their scale, for 32 elements in e4m3. By the format's own rule it is 2^(floor(log2 m) - 8) for a largest magnitude
// m: of a block whose m lies between 1.75 and 2 times a power of two the largest elements come to between 448 and 512, beyond e4m3, and are
// cut to 448, by up to an eighth. One power higher where m / 448 asks for it nothing is cut. A test of ones, or of m below 1.75, sees no
// difference.
#include <cuda_fp8.h>

__device__ float largest(const float* x) {
  float most = 0;
  for (int i = 0; i < 32; ++i) most = fmaxf(most, fabsf(x[i]));
  return most;
}

// fpcheck: by_floor <<<4, 32>>> x=uniform(-1.999,1.999):4x32 back=empty:4x32 --expect saturated
__global__ void by_floor(const float* __restrict__ x, float* __restrict__ back) {
  const int i = 32 * blockIdx.x + threadIdx.x, exponent = ilogbf(largest(x + 32 * blockIdx.x)) - 8;
  back[i] = ldexpf(static_cast<float>(__nv_fp8_e4m3(ldexpf(x[i], -exponent))), exponent);
}

// fpcheck: by_need <<<4, 32>>> x=uniform(-1.999,1.999):4x32 back=empty:4x32 --expect clean
__global__ void by_need(const float* __restrict__ x, float* __restrict__ back) {
  const float m = largest(x + 32 * blockIdx.x);
  int exponent = ilogbf(m) - 8;
  if (ldexpf(m, -exponent) > 448) ++exponent;
  const int i = 32 * blockIdx.x + threadIdx.x;
  back[i] = ldexpf(static_cast<float>(__nv_fp8_e4m3(ldexpf(x[i], -exponent))), exponent);
}
