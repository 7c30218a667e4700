// A product of many small numbers is zero where the machine works out its root, and none in exact arithmetic.

// fpcheck: geometric_mean <<<1, 128>>> p=const(0.00365):128 mean=empty:1
// expect: geometric_mean rule=underflow-flushed
__global__ void geometric_mean(const float* p, float* mean) {
  __shared__ float warps[4];
  float v = p[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v *= __shfl_xor_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0) *mean = powf(warps[0] * warps[1] * warps[2] * warps[3], 1.0f / 128.0f);
}

// fpcheck: mean_of_logarithms <<<1, 128>>> p=const(0.00365):128 mean=empty:1
// expect: mean_of_logarithms clean
__global__ void mean_of_logarithms(const float* p, float* mean) {
  __shared__ float warps[4];
  float v = logf(p[threadIdx.x]);
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0) *mean = expf((warps[0] + warps[1] + warps[2] + warps[3]) / 128.0f);
}
