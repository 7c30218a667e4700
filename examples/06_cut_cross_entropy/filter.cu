// Cut cross-entropy skips vocabulary entries whose probability is below 2^-12, "below the precision of bf16", when it forms the gradient
// with respect to the hidden state, sum over v of p[v] c[v]. Each entry is small; thousands of them are not: over a flat distribution
// most of the gradient is gone. No rounding is to blame, so only a reference can tell, and the split of the error says so: the exact
// result of the kernel's own operations is as wrong as the computed one. The repaired kernel skips nothing.

__device__ float probability(const float* logits, float m, float sum, int v) { return expf(logits[v] - m) / sum; }

__device__ void normaliser(const float* logits, int V, float& m, float& sum) {
  m = logits[0];
  for (int v = 1; v < V; ++v) m = fmaxf(m, logits[v]);
  sum = 0.0f;
  for (int v = 0; v < V; ++v) sum += expf(logits[v] - m);
}

// fpcheck: gradient_filtered <<<1, D>>> V=8192 D=8 logits=randn:1xV c=uniform(0,1):VxD dh=empty:1xD --ref 'softmax(logits, 1) @ c' --expect mismatch
__global__ void gradient_filtered(const float* __restrict__ logits, const float* __restrict__ c, float* __restrict__ dh, int V, int D) {
  float m, sum, gradient = 0.0f;
  normaliser(logits, V, m, sum);
  for (int v = 0; v < V; ++v) {
    const float p = probability(logits, m, sum, v);
    if (p >= 0x1p-12f) gradient += p * c[v * D + threadIdx.x];
  }
  dh[threadIdx.x] = gradient;
}

// fpcheck: gradient_whole <<<1, D>>> V=8192 D=8 logits=randn:1xV c=uniform(0,1):VxD dh=empty:1xD --ref 'softmax(logits, 1) @ c' --expect clean
__global__ void gradient_whole(const float* __restrict__ logits, const float* __restrict__ c, float* __restrict__ dh, int V, int D) {
  float m, sum, gradient = 0.0f;
  normaliser(logits, V, m, sum);
  for (int v = 0; v < V; ++v) gradient += probability(logits, m, sum, v) * c[v * D + threadIdx.x];
  dh[threadIdx.x] = gradient;
}
