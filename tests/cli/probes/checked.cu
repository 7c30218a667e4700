// A kernel with checks inside, of which some fail: values above 1 in two places. checked.ptx is made from it by
// nvcc -std=c++20 -arch=sm_90 -ptx -I include (in this folder, so that the path that failures name is short).
#include <fpcheck/kernels/probe.hpp>

namespace probe = fpcheck::probe;

struct unit_interval {
  __device__ double lower() const { return 0; }
  __device__ double upper() const { return 1; }
};

__global__ void scale(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = 2 * x[i];
  probe::range(v, 0.0f, 1.0f);
  probe::encloses(unit_interval{}, x[i]);
  probe::finite(1 / v);
  y[i] = v;
}
