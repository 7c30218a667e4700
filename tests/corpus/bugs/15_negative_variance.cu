// Batch normalisation with a one-pass variance: around 1e4 it mostly comes out negative, and its square root is no number;
// where the rounding errors leave it positive it is merely wrong.

__device__ float block_sum(float v) {
  __shared__ float part[8];
  for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(0xffffffffu, v, step);
  __syncthreads();
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  float sum = 0.f;
  for (int i = 0; i < static_cast<int>(blockDim.x) / 32; ++i) sum += part[i];
  return sum;
}

// fpcheck: batchnorm_one_pass <<<2, 1>>> n=1024 x=uniform(10000,10001):2x1024 y=empty:2x1024
// expect: batchnorm_one_pass rule=nan-born|cancellation line=marked max_findings=3
__global__ void batchnorm_one_pass(int n, const float* x, float* y) {
  const float* row = x + blockIdx.x * n;
  float sum = 0.f, squares = 0.f;
  for (int i = 0; i < n; ++i) {
    sum += row[i];
    squares = fmaf(row[i], row[i], squares);
  }
  const float mean = sum / n;
  const float variance = fmaf(-mean, mean, squares / n); // expect-line
  const float deviation = sqrtf(variance);               // expect-line
  for (int i = 0; i < n; ++i) y[blockIdx.x * n + i] = (row[i] - mean) / deviation;
}

// fpcheck: batchnorm_two_pass <<<2, 256>>> n=1024 x=uniform(10000,10001):2x1024 y=empty:2x1024
// expect: batchnorm_two_pass clean
__global__ void batchnorm_two_pass(int n, const float* x, float* y) {
  const float* row = x + blockIdx.x * n;
  const float origin = row[0];
  float v = 0.f, q = 0.f;
  for (int i = threadIdx.x; i < n; i += blockDim.x) v += row[i] - origin;
  const float mean = block_sum(v) / n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const float d = (row[i] - origin) - mean;
    q = fmaf(d, d, q);
  }
  const float deviation = sqrtf(block_sum(q) / n);
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[blockIdx.x * n + i] = ((row[i] - origin) - mean) / deviation;
}
