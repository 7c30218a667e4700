// Values that nothing wrote and that come into an output by way of an atomic, or decide between two values.

// fpcheck: partial_sums_of_some <<<1, 64>>> x=uniform(1,2):64 total=inout:zeros:1
// expect: partial_sums_of_some rule=uninitialised line=marked
__global__ void partial_sums_of_some(const float* x, float* total) {
  __shared__ float partial[4];
  const int warp = threadIdx.x / 32;
  float sum = x[threadIdx.x];
  for (int k = 16; k > 0; k /= 2) sum += __shfl_down_sync(~0u, sum, k);
  if (threadIdx.x % 32 == 0) partial[warp] = sum;
  __syncthreads();
  if (threadIdx.x < 4) atomicAdd(total, partial[threadIdx.x]); // expect-line
}

// fpcheck: partial_sums_of_all <<<1, 64>>> x=uniform(1,2):64 total=inout:zeros:1
// expect: partial_sums_of_all clean
__global__ void partial_sums_of_all(const float* x, float* total) {
  __shared__ float partial[4];
  const int warp = threadIdx.x / 32;
  float sum = x[threadIdx.x];
  for (int k = 16; k > 0; k /= 2) sum += __shfl_down_sync(~0u, sum, k);
  if (threadIdx.x % 32 == 0) partial[warp] = sum;
  __syncthreads();
  if (threadIdx.x < 2) atomicAdd(total, partial[threadIdx.x]);
}

// fpcheck: found_flag <<<1, 64>>> x=uniform(0,1):64 y=empty:64
// expect: found_flag rule=uninitialised line=marked
__global__ void found_flag(const float* x, float* y) {
  __shared__ int found;
  if (x[threadIdx.x] > 2.f) found = threadIdx.x; // never, and nothing else wrote it
  __syncthreads();
  y[threadIdx.x] = found > 5 ? 1.f : -1.f; // expect-line
}

// fpcheck: found_flag_cleared <<<1, 64>>> x=uniform(0,1):64 y=empty:64
// expect: found_flag_cleared clean
__global__ void found_flag_cleared(const float* x, float* y) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  if (x[threadIdx.x] > 2.f) found = threadIdx.x;
  __syncthreads();
  y[threadIdx.x] = found > 5 ? 1.f : -1.f;
}
