// Softmax of each row with the row's maximum taken off first: the largest exponential is 1, whatever the logits.
//
// fpcheck: shifted_softmax <<<ROWS, 32>>> ROWS=4 C=50 x=uniform(80,100):ROWSxC y=empty:ROWSxC ref=softmax(x,1)

__global__ void shifted_softmax(const float* x, float* y, int C) {
  const float* row = x + blockIdx.x * C;
  float most = -INFINITY, sum = 0.0f;
  for (int c = threadIdx.x; c < C; c += 32) most = fmaxf(most, row[c]);
  for (int offset = 16; offset > 0; offset /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, offset));
  for (int c = threadIdx.x; c < C; c += 32) sum += expf(row[c] - most);
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
  for (int c = threadIdx.x; c < C; c += 32) y[blockIdx.x * C + c] = expf(row[c] - most) / sum;
}
