// fpcheck: cross_entropy <<<8, 32>>> z=@b_cross_entropy_log0_z.npy target=@b_cross_entropy_log0_t.npy loss=empty:8 classes=40 --ref 'loss=@b_cross_entropy_log0_ref.npy' --tol rtol=1e-5,atol=1e-5
// expect: error infinity hidden by a minimum (mismatch) at line 24
// why: log(softmax) instead of log_softmax: the probability of a confidently wrong target underflows to 0, its log is -inf, and fminf(loss, 100) hides it (PyTorch's own advice for NLLLoss)
// figure: loss[6] computed 100, exact 210.349854 (3 of 8 beyond the tolerance)
__device__ float all_max(float v) {
  for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
  return v;
}
__device__ float all_sum(float v) {
  for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
  return v;
}

__global__ void cross_entropy(const float* z, const int* target, float* loss, int classes) {
  const float* row = z + blockIdx.x * classes;
  float top = -INFINITY;
  for (int c = threadIdx.x; c < classes; c += 32) top = fmaxf(top, row[c]);
  top = all_max(top);
  float total = 0.0f;
  for (int c = threadIdx.x; c < classes; c += 32) total += expf(row[c] - top);
  total = all_sum(total);
  if (threadIdx.x == 0) {
    float p = expf(row[target[blockIdx.x]] - top) / total;
    float nll = -logf(p);
    loss[blockIdx.x] = fminf(nll, 100.0f);
  }
}
