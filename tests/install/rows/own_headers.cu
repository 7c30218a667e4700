// A kernel that uses the library's headers: neither -I nor -std is given.
//
// fpcheck: row_sums <<<1, ROWS>>> ROWS=4 C=33 x=spiked(1e7):ROWSxC y=empty:ROWS ref=sum(x,1) --tol=2ulp
#include <fpcheck/exact/sum.hpp>

__global__ void row_sums(const float* x, float* y, int C) {
  y[threadIdx.x] = fpcheck::exact::sum_neumaier(x + threadIdx.x * C, C);
}
