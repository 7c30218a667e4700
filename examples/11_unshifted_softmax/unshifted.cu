// Softmax of each row as exp(x) / sum(exp(x)). Right on paper; from a logit of 88.73 on exp overflows to infinity, and
// infinity over infinity is NaN. With small logits nothing shows.
//
// fpcheck: unshifted_softmax <<<ROWS, 32>>> ROWS=4 C=50 x=uniform(80,100):ROWSxC y=empty:ROWSxC --expect overflow

__global__ void unshifted_softmax(const float* x, float* y, int C) {
  const float* row = x + blockIdx.x * C;
  float sum = 0.0f;
  for (int c = threadIdx.x; c < C; c += 32) sum += expf(row[c]);
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
  for (int c = threadIdx.x; c < C; c += 32) y[blockIdx.x * C + c] = expf(row[c]) / sum;
}
