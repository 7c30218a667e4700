// The mean and the mean of squares of a row in one pass, one warp a row: where the mean is large beside the deviations,
// E[x^2] - E[x]^2 has no digit of the variance left, and 1 / sqrt of it scales the whole row wrongly. A second pass over the row,
// which is in cache, costs little.

__device__ float warp_sum(float v) {
  for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(0xffffffffu, v, step);
  return v;
}

// fpcheck: scales_in_one_pass <<<4, 32>>> C=768 x=uniform(1000,1001):4xC scale=empty:4 --expect cancellation
__global__ void scales_in_one_pass(int C, const float* x, float* scale) {
  float sum = 0.f, squares = 0.f;
  for (int i = threadIdx.x; i < C; i += 32) {
    const float v = x[blockIdx.x * C + i];
    sum += v, squares += v * v;
  }
  const float mean = warp_sum(sum) / C, variance = warp_sum(squares) / C - mean * mean;
  if (threadIdx.x == 0) scale[blockIdx.x] = rsqrtf(variance + 1e-5f);
}

// fpcheck: scales_in_two <<<4, 32>>> C=768 x=uniform(1000,1001):4xC scale=empty:4 --expect clean
__global__ void scales_in_two(int C, const float* x, float* scale) {
  float sum = 0.f, squares = 0.f;
  for (int i = threadIdx.x; i < C; i += 32) sum += x[blockIdx.x * C + i];
  const float mean = warp_sum(sum) / C;
  for (int i = threadIdx.x; i < C; i += 32) {
    const float v = x[blockIdx.x * C + i] - mean;
    squares += v * v;
  }
  const float variance = warp_sum(squares) / C;
  if (threadIdx.x == 0) scale[blockIdx.x] = rsqrtf(variance + 1e-5f);
}
