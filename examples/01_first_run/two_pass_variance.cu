// The variance of each row as E[(x - E[x])^2]: two passes over the data, one block a row.
//
// fpcheck: two_pass_variance <<<ROWS, 256>>> ROWS=4 C=1024 x=uniform(1000,1001):ROWSxC variance=empty:ROWS

__device__ float block_sum(float value, float* partial) {
  partial[threadIdx.x] = value;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  const float sum = partial[0];
  __syncthreads(); // partial is used again
  return sum;
}

__global__ void two_pass_variance(const float* __restrict__ x, float* __restrict__ variance, int C) {
  __shared__ float partial[256];
  const float* row = x + blockIdx.x * C;
  float sum = 0.0f;
  for (int c = threadIdx.x; c < C; c += blockDim.x) sum += row[c];
  const float mean = block_sum(sum, partial) / C;
  float square = 0.0f;
  for (int c = threadIdx.x; c < C; c += blockDim.x) {
    const float d = row[c] - mean;
    square += d * d;
  }
  square = block_sum(square, partial);
  if (threadIdx.x == 0) variance[blockIdx.x] = square / C;
}
