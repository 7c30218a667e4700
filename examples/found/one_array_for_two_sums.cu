// Two sums of a block, one after the other, through the same few places of shared memory: a fast warp writes its part of the second while a slow
// one still reads the first. A barrier behind the read, or an array of its own for each sum, keeps them apart.

constexpr int block = 256, warps = block / 32;

__device__ float block_sum(float v, float* left, bool waits) {
  for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(0xffffffffu, v, step);
  if (threadIdx.x % 32 == 0) left[threadIdx.x / 32] = v;
  __syncthreads();
  float sum = 0.f;
  for (int w = 0; w < warps; ++w) sum += left[w];
  if (waits) __syncthreads();
  return sum;
}

// fpcheck: moments_without_a_wait <<<R, 256>>> x=uniform(0,1):Rx256 mean=empty:R variance=empty:R R=3 --expect race
__global__ void moments_without_a_wait(const float* x, float* mean, float* variance) {
  __shared__ float left[warps];
  const float v = x[blockIdx.x * block + threadIdx.x], m = block_sum(v, left, false) / block;
  const float s = block_sum((v - m) * (v - m), left, false) / block;
  if (threadIdx.x == 0) mean[blockIdx.x] = m, variance[blockIdx.x] = s;
}

// fpcheck: moments_with_one <<<R, 256>>> x=uniform(0,1):Rx256 mean=empty:R variance=empty:R R=3 --expect clean
__global__ void moments_with_one(const float* x, float* mean, float* variance) {
  __shared__ float left[warps];
  const float v = x[blockIdx.x * block + threadIdx.x], m = block_sum(v, left, true) / block;
  const float s = block_sum((v - m) * (v - m), left, true) / block;
  if (threadIdx.x == 0) mean[blockIdx.x] = m, variance[blockIdx.x] = s;
}
