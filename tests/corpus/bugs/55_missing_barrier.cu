// Neighbours exchanged through shared memory without a barrier between writing and reading.

// fpcheck: rotate_racing <<<1, 64>>> x=randn:64 y=empty:64
// expect: rotate_racing rule=race|uninitialised line=marked max_findings=3
__global__ void rotate_racing(const float* x, float* y) {
  __shared__ float tile[64];
  tile[threadIdx.x] = x[threadIdx.x];       // expect-line
  y[threadIdx.x] = tile[threadIdx.x ^ 32];  // expect-line
}

// fpcheck: rotate_ordered <<<1, 64>>> x=randn:64 y=empty:64
// expect: rotate_ordered clean
__global__ void rotate_ordered(const float* x, float* y) {
  __shared__ float tile[64];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = tile[threadIdx.x ^ 32];
}
