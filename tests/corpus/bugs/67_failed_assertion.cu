// A kernel that asserts what its data do not keep.
#include <cassert>

// fpcheck: root_asserted <<<1, 32>>> x=const(-1):32 y=empty:32
// expect: root_asserted rule=trap max_findings=3
// fpcheck: root_asserted <<<1, 32>>> x=uniform(0,1):32 y=empty:32
// expect: root_asserted clean
__global__ void root_asserted(const float* x, float* y) {
  assert(x[threadIdx.x] >= 0.f);
  y[threadIdx.x] = sqrtf(x[threadIdx.x]);
}
