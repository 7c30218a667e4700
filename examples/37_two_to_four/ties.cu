// Magnitude pruning by a threshold, everything not below the second largest of four, keeps exactly two as long as no two magnitudes are equal.
// Weights that were quantised before are equal all the time: three or four are kept then, and there is room for two. Chosen by rank, with ties to
// the lower index, two are kept whatever the weights are. Random floats have no ties.

// fpcheck: by_threshold <<<1, 32>>> w=randint(-3,3):32x4 mask=empty:32x4 kept=empty:32:i32 --ref 'kept=2 * ones((32,))' --tol bitwise --expect mismatch
__global__ void by_threshold(const float* __restrict__ w, float* __restrict__ mask, int* __restrict__ kept) {
  const float* g = w + 4 * threadIdx.x;
  float first = 0, second = 0;
  for (int k = 0; k < 4; ++k) second = fmaxf(second, fminf(first, fabsf(g[k]))), first = fmaxf(first, fabsf(g[k]));
  int count = 0;
  for (int k = 0; k < 4; ++k) {
    const bool keep = fabsf(g[k]) >= second;
    mask[4 * threadIdx.x + k] = keep ? g[k] : 0;
    count += keep;
  }
  kept[threadIdx.x] = count;
}

// fpcheck: by_rank <<<1, 32>>> w=randint(-3,3):32x4 mask=empty:32x4 kept=empty:32:i32 --ref 'kept=2 * ones((32,))' --tol bitwise --expect clean
__global__ void by_rank(const float* __restrict__ w, float* __restrict__ mask, int* __restrict__ kept) {
  const float* g = w + 4 * threadIdx.x;
  int count = 0;
  for (int k = 0; k < 4; ++k) {
    int rank = 0;
    for (int j = 0; j < 4; ++j) rank += fabsf(g[j]) > fabsf(g[k]) || (fabsf(g[j]) == fabsf(g[k]) && j < k);
    mask[4 * threadIdx.x + k] = rank < 2 ? g[k] : 0;
    count += rank < 2;
  }
  kept[threadIdx.x] = count;
}
