// A sliding window keeps the last W tokens in a ring: token n lies in slot n % W, where it evicts token n - W. The slot s then holds the token
// that is (n - s) mod W old, and distances to it (rotations, linear biases) go by that age. A kernel that takes n % W - s, and W - 1 more where
// that is negative, is right until the first eviction, and one off for every token behind the head of the ring from then on. Tests are
// short and nothing is evicted in them.

__device__ float biased(const float* q, const float* k, int slot, int age, int D) {
  float score = 0;
  for (int d = 0; d < D; ++d) score += q[d] * k[slot * D + d];
  return score - 0.25f * age;
}

// fpcheck: by_remainder <<<1, 8>>> W=8 D=4 n=19 q=randn:4 k=randn:8x4 score=empty:8 --ref 'k @ q - 0.25 * remainder(n - arange(8), W)' --expect clean
__global__ void by_remainder(const float* __restrict__ q, const float* __restrict__ k, float* __restrict__ score, int n, int W, int D) {
  const int slot = threadIdx.x;
  if (slot <= n) score[slot] = biased(q, k, slot, (n - slot) % W, D);
}

// fpcheck: one_off <<<1, 8>>> W=8 D=4 n=19 q=randn:4 k=randn:8x4 score=empty:8 --ref 'k @ q - 0.25 * remainder(n - arange(8), W)' --expect mismatch
__global__ void one_off(const float* __restrict__ q, const float* __restrict__ k, float* __restrict__ score, int n, int W, int D) {
  const int slot = threadIdx.x, head = n % W;
  if (slot <= n) score[slot] = biased(q, k, slot, slot <= head ? head - slot : head - slot + W - 1, D);
}
