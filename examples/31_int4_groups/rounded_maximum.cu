// The scale of a block is its largest magnitude over the largest code. Stored in e4m3 it is rounded by up to a sixteenth, half of the time down, and
// then the largest values lie beyond the codes, up to 135 steps where int8 has 127, and are cut. They are the ones that matter. Rounded up,
// to the next number of e4m3 where the nearest is below, the scale always fits. A maximum that is 127 itself does not show it. What is given
// back here is cut as codes are, and not rounded to them, so that nothing else is lost.
#include <cuda_fp8.h>

__device__ float largest(const float* x) {
  float most = 0;
  for (int i = 0; i < 16; ++i) most = fmaxf(most, fabsf(x[i]));
  return most;
}

// fpcheck: to_nearest <<<32, 16>>> x=uniform(-200,200):32x16 back=empty:32x16 --ref x --tol 4ulp --expect mismatch
__global__ void to_nearest(const float* __restrict__ x, float* __restrict__ back) {
  const int i = 16 * blockIdx.x + threadIdx.x;
  const float s = static_cast<float>(__nv_fp8_e4m3(largest(x + 16 * blockIdx.x) / 127));
  back[i] = fminf(fmaxf(x[i] / s, -127), 127) * s;
}

// fpcheck: upwards <<<32, 16>>> x=uniform(-200,200):32x16 back=empty:32x16 --ref x --tol 4ulp --expect clean
__global__ void upwards(const float* __restrict__ x, float* __restrict__ back) {
  const int i = 16 * blockIdx.x + threadIdx.x;
  const float wanted = largest(x + 16 * blockIdx.x) / 127, nearest = static_cast<float>(__nv_fp8_e4m3(wanted));
  const float s = nearest < wanted ? static_cast<float>(__nv_fp8_e4m3(1.125f * nearest)) : nearest;
  back[i] = fminf(fmaxf(x[i] / s, -127), 127) * s;
}
