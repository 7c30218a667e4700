// 2:4 sparsity keeps the two largest of every four weights, with a code of two bits for the place of each. The hardware wants the codes in
// ascending order, and the values in the order of their codes. A kernel that stores the larger value first and sorts only the codes is right
// wherever the smaller index holds the larger weight, as in a test whose weights fall. Ties go to the lower index in both. What is lost is
// bounded: the two smallest squares of four are at most half of all, so the pruned matrix keeps half of the sum of squares, for any weights.

struct kept {
  int first, second; ///< indices of the two largest magnitudes, the larger first
};

__device__ kept largest(const float* w) {
  int first = 0, second = -1;
  for (int k = 1; k < 4; ++k)
    if (fabsf(w[k]) > fabsf(w[first])) first = k;
  for (int k = 0; k < 4; ++k)
    if (k != first && (second < 0 || fabsf(w[k]) > fabsf(w[second]))) second = k;
  return {first, second};
}

// fpcheck: by_size <<<R, 8>>> R=4 C=32 w=randn:RxC value=empty:Rx16 code=empty:Rx16:i32 --ref 'y=let m = reshape(w, (4, 8, 4)); sum(where(abs(m) >= sort(abs(m))[:, :, 2:3], m, 0) * reshape(x, (1, 8, 4)), 2)' --expect mismatch
// fpcheck+ product <<<R, 8>>> x=randn:C y=empty:Rx8
__global__ void by_size(const float* __restrict__ w, float* __restrict__ value, int* __restrict__ code, int C) {
  const int group = blockIdx.x * (C / 4) + threadIdx.x;
  const kept k = largest(w + 4 * group);
  value[2 * group] = w[4 * group + k.first], value[2 * group + 1] = w[4 * group + k.second];
  code[2 * group] = min(k.first, k.second), code[2 * group + 1] = max(k.first, k.second);
}

// fpcheck: by_place <<<R, 8>>> R=4 C=32 w=randn:RxC value=empty:Rx16 code=empty:Rx16:i32 --ref 'y=let m = reshape(w, (4, 8, 4)); sum(where(abs(m) >= sort(abs(m))[:, :, 2:3], m, 0) * reshape(x, (1, 8, 4)), 2)' --expect clean
// fpcheck+ product <<<R, 8>>> x=randn:C y=empty:Rx8
// fpcheck: by_place <<<R, 8>>> R=4 C=32 w=const(0.5):RxC value=empty:Rx16 code=empty:Rx16:i32 --ref 'code=arange(64) % 2' --tol bitwise --expect clean
__global__ void by_place(const float* __restrict__ w, float* __restrict__ value, int* __restrict__ code, int C) {
  const int group = blockIdx.x * (C / 4) + threadIdx.x;
  const kept k = largest(w + 4 * group);
  const int low = min(k.first, k.second), high = max(k.first, k.second);
  value[2 * group] = w[4 * group + low], value[2 * group + 1] = w[4 * group + high];
  code[2 * group] = low, code[2 * group + 1] = high;
}

/// The products of the groups with x, as the sparse instruction sums them.
__global__ void product(const float* __restrict__ value, const int* __restrict__ code, const float* __restrict__ x, float* __restrict__ y, int C) {
  const int group = blockIdx.x * (C / 4) + threadIdx.x;
  const float* part = x + 4 * threadIdx.x;
  y[group] = value[2 * group] * part[code[2 * group]] + value[2 * group + 1] * part[code[2 * group + 1]];
}

/// The part of the sum of squares that pruning takes, of each group.
// fpcheck: taken <<<1, 64>>> w=adversarial(8):256 share=empty:64 --range 'share=[0,0.5]' --expect clean
__global__ void taken(const float* __restrict__ w, float* __restrict__ share) {
  const float* g = w + 4 * threadIdx.x;
  const kept k = largest(g);
  float most = fabsf(g[k.first]), all = 0, lost = 0;
  for (int j = 0; j < 4; ++j) {
    const float part = most > 0 ? g[j] / most : 0.0f;
    all += part * part;
    if (j != k.first && j != k.second) lost += part * part;
  }
  share[threadIdx.x] = all > 0 ? lost / all : 0.0f;
}
