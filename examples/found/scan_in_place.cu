// Running sums in shared memory, in log2 steps: each thread adds the sum that stands `step` places to its left. One barrier a step is not enough
// where both live in one array, for that sum may be this step's already: the reads have to be over before the first thread writes.

constexpr int block = 128;

// fpcheck: scanned_with_one_barrier <<<R, 128>>> x=uniform(0,1):Rx128 y=empty:Rx128 R=3 --expect race
__global__ void scanned_with_one_barrier(const float* x, float* y) {
  __shared__ float sums[block];
  const int t = threadIdx.x, at = blockIdx.x * block + t;
  sums[t] = x[at];
  for (int step = 1; step < block; step *= 2) {
    __syncthreads();
    if (t >= step) sums[t] += sums[t - step];
  }
  y[at] = sums[t];
}

// fpcheck: scanned_with_two <<<R, 128>>> x=uniform(0,1):Rx128 y=empty:Rx128 R=3 --ref 'y=cumsum(x,1)' --expect clean
__global__ void scanned_with_two(const float* x, float* y) {
  __shared__ float sums[block];
  const int t = threadIdx.x, at = blockIdx.x * block + t;
  sums[t] = x[at];
  for (int step = 1; step < block; step *= 2) {
    __syncthreads();
    const float left = t >= step ? sums[t - step] : 0.f;
    __syncthreads();
    sums[t] += left;
  }
  y[at] = sums[t];
}
