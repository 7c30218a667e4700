// The variance of each row as E[x^2] - E[x]^2: one pass over the data, one block a row.
// Right on paper. With a mean that is large against the deviation no digit of the result is left.
//
// fpcheck: naive_variance <<<ROWS, 256>>> ROWS=4 C=1024 x=uniform(1000,1001):ROWSxC variance=empty:ROWS

__global__ void naive_variance(const float* __restrict__ x, float* __restrict__ variance, int C) {
  __shared__ float sums[256], squares[256];
  float sum = 0.0f, square = 0.0f;
  for (int c = threadIdx.x; c < C; c += blockDim.x) {
    const float v = x[blockIdx.x * C + c];
    sum += v;
    square += v * v;
  }
  sums[threadIdx.x] = sum;
  squares[threadIdx.x] = square;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      sums[threadIdx.x] += sums[threadIdx.x + half];
      squares[threadIdx.x] += squares[threadIdx.x + half];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    const float mean = sums[0] / C;
    variance[blockIdx.x] = squares[0] / C - mean * mean;
  }
}
