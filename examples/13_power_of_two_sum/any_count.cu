// The sum of each row, a block a row, as a tree for any number of threads: each round keeps the larger half, and the middle
// one waits where the number is odd.
//
// fpcheck: any_count_sum <<<ROWS, 96>>> ROWS=5 C=1000 x=uniform(0,1):ROWSxC sum=empty:ROWS ref=sum(x,1)

__global__ void any_count_sum(const float* x, float* sum, int C) {
  __shared__ float partial[96];
  float mine = 0.0f;
  for (int c = threadIdx.x; c < C; c += blockDim.x) mine += x[blockIdx.x * C + c];
  partial[threadIdx.x] = mine;
  __syncthreads();
  for (int count = blockDim.x; count > 1;) {
    const int keep = (count + 1) / 2;
    if (threadIdx.x + keep < count) partial[threadIdx.x] += partial[threadIdx.x + keep];
    __syncthreads();
    count = keep;
  }
  if (threadIdx.x == 0) sum[blockIdx.x] = partial[0];
}
