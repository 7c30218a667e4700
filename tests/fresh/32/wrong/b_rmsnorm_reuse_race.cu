// fpcheck: center_rms <<<4, 128>>> x=@b_rmsnorm_reuse_race_x.npy y=empty:4x128 n=128
// expect: error race at line 14
// why: the classic block-reduce-called-twice bug: no barrier between reading scratch of the first sum and writing it for the second
// figure: a race: mean and rms go through the same scratch[0..3]; a fast warp overwrites scratch[w] (second reduction) while a slow one still adds up the first
__device__ float warp_sum(float v) {
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
  return v;
}

__device__ float block_sum(float v, float* scratch) {
  int warp = threadIdx.x / 32;
  v = warp_sum(v);
  if (threadIdx.x % 32 == 0) {
    scratch[warp] = v;
  }
  __syncthreads();
  float total = 0.0f;
  for (int w = 0; w < blockDim.x / 32; ++w) {
    total += scratch[w];
  }
  return total;
}

__global__ void center_rms(const float* x, float* y, int n) {
  __shared__ float scratch[4];
  int i = blockIdx.x * n + threadIdx.x;
  float v = x[i];
  float mean = block_sum(v, scratch) / n;
  float c = v - mean;
  float ms = block_sum(c * c, scratch) / n;
  y[i] = c * rsqrtf(ms + 1e-6f);
}
