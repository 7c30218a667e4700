// fpcheck: maxpool1d <<<1, 32>>> x=@b_maxpool_flt_min_x.npy y=empty:10 n=20 m=10 --ref 'y=@b_maxpool_flt_min_ref.npy' --tol bitwise
// expect: error wrong reduction identity (mismatch) at line 10
// why: FLT_MIN is the smallest positive number, not the lowest: the classic slip of pooling layers; windows of negative numbers give 1.2e-38
// figure: y[5] computed 1.17549435e-38, exact -0.393856138 (5 of 10 beyond the tolerance)
#include <cfloat>

__global__ void maxpool1d(const float* x, float* y, int n, int m) {
  int o = blockIdx.x * blockDim.x + threadIdx.x;
  if (o >= m) return;
  float best = FLT_MIN;
  for (int k = -1; k <= 1; ++k) {
    int i = 2 * o + k;
    if (i >= 0 && i < n) best = fmaxf(best, x[i]);
  }
  y[o] = best;
}
