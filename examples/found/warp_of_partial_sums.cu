// Each of the first threads adds up one column of partial results in shared memory, and thread 0 goes on with all of them. They
// belong to one warp, so nobody waits: since sm_70 the lanes of a warp need not go on together, and thread 0 may read a column
// that is not summed yet.

// fpcheck: combined_at_once <<<1, 64>>> parts=randn:64x8 total=empty:1 --expect race
__global__ void combined_at_once(const double* parts, double* total) {
  __shared__ double column[64 * 8];
  for (int k = 0; k < 8; ++k) column[threadIdx.x * 8 + k] = parts[threadIdx.x * 8 + k];
  __syncthreads();
  if (threadIdx.x < 8) {
    double sum = 0;
    for (int i = threadIdx.x; i < 64 * 8; i += 8) sum += column[i];
    column[threadIdx.x] = sum;
  }
  if (threadIdx.x == 0) {
    double all = 0;
    for (int k = 0; k < 8; ++k) all += column[k];
    total[0] = all;
  }
}

// fpcheck: combined_in_turn <<<1, 64>>> parts=randn:64x8 total=empty:1 --expect clean
__global__ void combined_in_turn(const double* parts, double* total) {
  __shared__ double column[64 * 8];
  for (int k = 0; k < 8; ++k) column[threadIdx.x * 8 + k] = parts[threadIdx.x * 8 + k];
  __syncthreads();
  double sum = 0;
  if (threadIdx.x < 8)
    for (int i = threadIdx.x; i < 64 * 8; i += 8) sum += column[i];
  __syncthreads();
  if (threadIdx.x < 8) column[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    double all = 0;
    for (int k = 0; k < 8; ++k) all += column[k];
    total[0] = all;
  }
}
