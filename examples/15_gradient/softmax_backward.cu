// The backward of a softmax along rows: dz = p * (g - sum(g * p)). The reference is the gradient that fpcheck derives from the forward
// formula, so nobody writes the backward twice, and the allowed error is derived as well. The second kernel keeps the diagonal of the
// Jacobian only, p * (1 - p) * g: its arithmetic is as clean, and what it computes is another thing.
__device__ float normaliser(const float* row, int C, float& top) {
  top = row[0];
  for (int c = 1; c < C; ++c) top = fmaxf(top, row[c]);
  float sum = 0;
  for (int c = 0; c < C; ++c) sum += expf(row[c] - top);
  return sum;
}

// fpcheck: backward <<<1, 32>>> N=5 C=33 z=randn:NxC g=randn:NxC dz=empty:NxC 'ref=grad(sum(g * softmax(z, 1)), z)' --expect clean
__global__ void backward(const float* __restrict__ z, const float* __restrict__ g, float* __restrict__ dz, int N, int C) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= N) return;
  float top, inner = 0;
  const float sum = normaliser(z + row * C, C, top);
  for (int c = 0; c < C; ++c) inner += expf(z[row * C + c] - top) / sum * g[row * C + c];
  for (int c = 0; c < C; ++c) dz[row * C + c] = expf(z[row * C + c] - top) / sum * (g[row * C + c] - inner);
}

// fpcheck: diagonal_only <<<1, 32>>> N=5 C=33 z=randn:NxC g=randn:NxC dz=empty:NxC 'ref=grad(sum(g * softmax(z, 1)), z)' --expect mismatch
__global__ void diagonal_only(const float* __restrict__ z, const float* __restrict__ g, float* __restrict__ dz, int N, int C) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= N) return;
  float top;
  const float sum = normaliser(z + row * C, C, top);
  for (int c = 0; c < C; ++c) {
    const float p = expf(z[row * C + c] - top) / sum;
    dz[row * C + c] = p * (1 - p) * g[row * C + c];
  }
}
