// fpcheck: minus_log10_p <<<1, 96>>> z=@b_log_p_values_z.npy y=empty:96 --ref 'y=@b_log_p_values_ref.npy' --tol rtol=3e-6,atol=1e-6
// expect: ok
// why: upper-tail p-values of GWAS by erfcx: exp(-z^2/2) is taken out as a logarithm, so no probability underflows (z = 12 is 1.8e-33); below z = 1 erfc is used
// figure: y[95] computed 32.7504425, exact 32.7504387; 0.0384 of the tolerance
__global__ void minus_log10_p(const float* z, float* y) {
  int i = threadIdx.x;
  float v = z[i];
  float x = v * 0.70710678118f;
  float ln;
  if (v < 1.0f) {
    float p = 0.5f * erfcf(x);
    ln = p > 0.5f ? log1pf(-0.5f * erfcf(-x)) : logf(p);
  } else {
    ln = logf(0.5f * erfcxf(x)) - 0.5f * v * v;
  }
  y[i] = -0.434294482f * ln;
}
