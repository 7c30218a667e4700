// The sum of each row, a block a row, as a tree that halves the number of threads. Only a power of two can be halved down
// to one without a rest: with 96 threads 3 / 2 = 1 leaves one partial sum out, a third of the row. The arithmetic of what
// is added is flawless, so only a reference shows it.
//
// fpcheck: halving_sum <<<ROWS, 96>>> ROWS=5 C=1000 x=uniform(0,1):ROWSxC sum=empty:ROWS ref=sum(x,1) --expect mismatch

__global__ void halving_sum(const float* x, float* sum, int C) {
  __shared__ float partial[96];
  float mine = 0.0f;
  for (int c = threadIdx.x; c < C; c += blockDim.x) mine += x[blockIdx.x * C + c];
  partial[threadIdx.x] = mine;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) sum[blockIdx.x] = partial[0];
}
