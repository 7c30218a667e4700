// The loss that balances experts is E sum_e f_e P_e, with f_e the share of tokens that were sent to expert e and P_e its mean probability.
// The shares are counts and have no gradient; the probabilities have the softmax's: E / T p_e (f_e - sum_k p_k f_k). Without the second
// term every logit is pushed down, also where all experts have the same share and nothing is to be done. The gradient is divided by the
// number of tokens: with 64 of them it is below 1e-2 whatever it is, and a comparison at that size passes zeros as well. The repaired
// kernel sums p_k (f_e - f_k), the same without a cancellation: counts have no rounding.

// fpcheck: pushed_down <<<1, T>>> T=24 E=4 z=randn:TxE f=[0.5,0.25,0.125,0.125] dz=empty:TxE --ref 'dz=grad(4 * sum(f * mean(softmax(z, 1), 0)), z)' --expect mismatch
__global__ void pushed_down(const float* __restrict__ z, const float* __restrict__ f, float* __restrict__ dz, int T, int E) {
  z += threadIdx.x * E, dz += threadIdx.x * E;
  float top = z[0], sum = 0;
  for (int e = 1; e < E; ++e) top = fmaxf(top, z[e]);
  for (int e = 0; e < E; ++e) sum += expf(z[e] - top);
  for (int e = 0; e < E; ++e) dz[e] = E * expf(z[e] - top) / sum * f[e] / T;
}

// fpcheck: balanced <<<1, T>>> T=24 E=4 z=randn:TxE f=[0.5,0.25,0.125,0.125] dz=empty:TxE --ref 'dz=grad(4 * sum(f * mean(softmax(z, 1), 0)), z)' --expect clean
__global__ void balanced(const float* __restrict__ z, const float* __restrict__ f, float* __restrict__ dz, int T, int E) {
  z += threadIdx.x * E, dz += threadIdx.x * E;
  float top = z[0], sum = 0;
  for (int e = 1; e < E; ++e) top = fmaxf(top, z[e]);
  for (int e = 0; e < E; ++e) sum += expf(z[e] - top);
  for (int e = 0; e < E; ++e) {
    float ahead = 0;
    for (int k = 0; k < E; ++k) ahead += expf(z[k] - top) / sum * (f[e] - f[k]);
    dz[e] = E * expf(z[e] - top) / sum * ahead / T;
  }
}
