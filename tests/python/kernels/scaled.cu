// One case that passes and one that does not, for the pytest plugin.

// fpcheck: scale_all <<<1, 32>>> x=uniform(1,2):32 y=empty:32
__global__ void scale_all(const float* x, float* y) {
  y[threadIdx.x] = 3.0f * x[threadIdx.x];
}

// fpcheck: moved_down <<<1, 32>>> x=uniform(1,2):32 y=empty:32
__global__ void moved_down(const float* x, float* y) {
  const float sum = x[threadIdx.x] + 1e6f;
  y[threadIdx.x] = sum - 1e6f; // loses 20 bits
}
