// The sum of a block: each warp adds its own, and the first lanes of warp 0 add what the warps have left. In the branch of those few lanes
// stands the warp's sum, whose mask names all 32: what the others would give is not there, and whether they are waited for is open.

constexpr int block = 256, warps = block / 32;

__device__ float warp_sum(float v) {
  for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(0xffffffff, v, step);
  return v;
}

__device__ float left_by_warps(const float* x, float* left) {
  const float v = warp_sum(x[blockIdx.x * block + threadIdx.x]);
  if (threadIdx.x % 32 == 0) left[threadIdx.x / 32] = v;
  __syncthreads();
  return threadIdx.x < warps ? left[threadIdx.x] : 0.f;
}

// fpcheck: summed_by_few <<<R, 256>>> x=randn:Rx256 y=empty:R R=4 --expect undefined-lane
__global__ void summed_by_few(const float* x, float* y) {
  __shared__ float left[warps];
  float v = left_by_warps(x, left);
  if (threadIdx.x < warps) {
    v = warp_sum(v);
    if (threadIdx.x == 0) y[blockIdx.x] = v;
  }
}

// fpcheck: summed_by_a_warp <<<R, 256>>> x=randn:Rx256 y=empty:R R=4 --ref y=sum(x,1) --expect clean
__global__ void summed_by_a_warp(const float* x, float* y) {
  __shared__ float left[warps];
  float v = left_by_warps(x, left);
  if (threadIdx.x < 32) {
    v = warp_sum(v);
    if (threadIdx.x == 0) y[blockIdx.x] = v;
  }
}
