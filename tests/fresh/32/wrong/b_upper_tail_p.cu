// fpcheck: one_sided_p <<<1, 64>>> effect=@b_upper_tail_p_x.npy se=ones:64 p=empty:64 n=64
// expect: error cancellation at line 10
// why: an upper-tail probability as 1 - Phi(z), which R's documentation warns of (lower.tail = FALSE): beyond z = 5.5 nothing is left of it, and GWAS-like p-values are 0
// figure: p[37] computed 0, exact 1.98632222e-08 (40 of 64 beyond the tolerance)
__global__ void one_sided_p(const float* effect, const float* se, float* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float z = effect[i] / se[i];
  float lower = normcdff(z);
  p[i] = 1.0f - lower;
}
