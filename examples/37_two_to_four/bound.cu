// What pruning may cost: the two smallest magnitudes of four hold at most half of their squares, so that |w - pruned| is at most |w| over the root of
// two, for any weights, and the product with any x is off by at most that times |x|. The bound is met where all four are equal. A kernel
// that keeps the two largest values, not magnitudes, drops large negative weights and has no bound; on weights behind a ReLU, or any that are
// positive, it is the same kernel. `share` is the part of the squares that is lost.

// fpcheck: by_value <<<1, 64>>> w=randn:64x4 share=empty:64 --range 'share=[0,0.5]' --expect out-of-range
__global__ void by_value(const float* __restrict__ w, float* __restrict__ share) {
  const float* g = w + 4 * threadIdx.x;
  float lost = 0, all = 0;
  for (int k = 0; k < 4; ++k) {
    int rank = 0;
    for (int j = 0; j < 4; ++j) rank += g[j] > g[k] || (g[j] == g[k] && j < k);
    all += g[k] * g[k], lost += rank < 2 ? 0 : g[k] * g[k];
  }
  share[threadIdx.x] = lost / all;
}

// fpcheck: by_magnitude <<<1, 64>>> w=randn:64x4 share=empty:64 --range 'share=[0,0.5]' --expect clean
// fpcheck: by_magnitude <<<1, 64>>> w=const(0.3):64x4 share=empty:64 --range 'share=[0.5,0.5]' --expect clean
__global__ void by_magnitude(const float* __restrict__ w, float* __restrict__ share) {
  const float* g = w + 4 * threadIdx.x;
  float lost = 0, all = 0;
  for (int k = 0; k < 4; ++k) {
    int rank = 0;
    for (int j = 0; j < 4; ++j) rank += fabsf(g[j]) > fabsf(g[k]) || (fabsf(g[j]) == fabsf(g[k]) && j < k);
    all += g[k] * g[k], lost += rank < 2 ? 0 : g[k] * g[k];
  }
  share[threadIdx.x] = lost / all;
}
