// The last 64 partial sums are added up by one warp without a barrier, which `volatile` was enough for as long as the lanes of a
// warp went on together. Since sm_70 they need not: a lane may add before or after its neighbour has, and a sum is counted twice
// or not at all. A __syncwarp() on either side of the store says what is meant.

// fpcheck: summed_by_volatile <<<1, 64>>> x=uniform(0,1):64 sum=empty:1 --expect race
__global__ void summed_by_volatile(const float* x, float* sum) {
  __shared__ float parts[64];
  const int lane = threadIdx.x;
  parts[lane] = x[lane];
  __syncthreads();
  if (lane < 32) {
    volatile float* v = parts;
    for (int step = 32; step > 0; step /= 2) v[lane] = v[lane] + v[lane + step];
  }
  if (lane == 0) sum[0] = parts[0];
}

// fpcheck: summed_in_step <<<1, 64>>> x=uniform(0,1):64 sum=empty:1 --expect clean
__global__ void summed_in_step(const float* x, float* sum) {
  __shared__ float parts[64];
  const int lane = threadIdx.x;
  parts[lane] = x[lane];
  __syncthreads();
  if (lane < 32)
    for (int step = 32; step > 0; step /= 2) {
      const float other = parts[lane + step];
      __syncwarp();
      parts[lane] += other;
      __syncwarp();
    }
  if (lane == 0) sum[0] = parts[0];
}
