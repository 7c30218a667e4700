// fpcheck: hmm_forward <<<1, 32>>> obs=@b_hmm_logadd_obs.npy log_a=@b_hmm_logadd_a.npy log_b=@b_hmm_logadd_b.npy loglik=empty:6 sequences=6 length=48 --ref 'loglik=@b_hmm_logadd_ref.npy' --tol rtol=2e-6,atol=2e-5
// expect: ok
// why: the log domain: -inf is a probability of 0, log_add looks for it first, so -inf - -inf never happens; the impossible sequence has log-likelihood -inf
// figure: loglik[2] computed -56.0943794, exact -56.0944023; 0.173 of the tolerance
constexpr int kStates = 4;
constexpr int kSymbols = 4;

__device__ float log_add(float a, float b) {
  float hi = fmaxf(a, b);
  float lo = fminf(a, b);
  if (lo == -INFINITY) return hi;
  return hi + log1pf(expf(lo - hi));
}

__global__ void hmm_forward(const int* obs, const float* log_a, const float* log_b, float* loglik, int sequences,
                            int length) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= sequences) return;
  const int* o = obs + s * length;
  float alpha[kStates];
  for (int i = 0; i < kStates; ++i) {
    alpha[i] = i == 0 ? log_b[o[0]] : -INFINITY;
  }
  for (int t = 1; t < length; ++t) {
    float next[kStates];
    for (int j = 0; j < kStates; ++j) {
      float sum = -INFINITY;
      for (int i = 0; i < kStates; ++i) {
        sum = log_add(sum, alpha[i] + log_a[i * kStates + j]);
      }
      next[j] = sum + log_b[j * kSymbols + o[t]];
    }
    for (int j = 0; j < kStates; ++j) alpha[j] = next[j];
  }
  float total = -INFINITY;
  for (int i = 0; i < kStates; ++i) total = log_add(total, alpha[i]);
  loglik[s] = total;
}
