// Volatile shared memory without __syncwarp: since lanes are scheduled each by itself, what another lane stores may come later.

// fpcheck: warp_sum <<<2, 64>>> x=randn:2x64 y=empty:2
// expect: warp_sum rule=race line=marked
__global__ void warp_sum(const float* x, float* y) {
  __shared__ volatile float s[64];
  const int t = threadIdx.x;
  s[t] = x[64 * blockIdx.x + t];
  __syncthreads();
  if (t < 32) {
    s[t] = s[t] + s[t + 32];
    for (int h = 16; h > 0; h /= 2)
      if (t < h) s[t] = s[t] + s[t + h]; // expect-line
  }
  if (t == 0) y[blockIdx.x] = s[0];
}

// fpcheck: warp_sum_in_step <<<2, 64>>> x=randn:2x64 y=empty:2
// expect: warp_sum_in_step clean
__global__ void warp_sum_in_step(const float* x, float* y) {
  __shared__ volatile float s[64];
  const int t = threadIdx.x;
  s[t] = x[64 * blockIdx.x + t];
  __syncthreads();
  if (t < 32) {
    float v = s[t] + s[t + 32];
    __syncwarp();
    s[t] = v;
    for (int h = 16; h > 0; h /= 2) {
      __syncwarp();
      if (t < h) v += s[t + h];
      __syncwarp();
      s[t] = v;
    }
  }
  if (t == 0) y[blockIdx.x] = s[0];
}

// A row turned round within the warp.
// fpcheck: turn_round <<<1, 32>>> x=randn:32 y=empty:32
// expect: turn_round rule=race line=marked
__global__ void turn_round(const float* x, float* y) {
  __shared__ volatile float s[32];
  s[threadIdx.x] = x[threadIdx.x];
  y[threadIdx.x] = s[31 - threadIdx.x]; // expect-line
}

// One lane looks until another has set a flag: what volatile is for.
// fpcheck: wait_for_lane <<<1, 32>>> x=randn:32 y=empty:32
// expect: wait_for_lane clean
__global__ void wait_for_lane(const float* x, float* y) {
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 7) {
    __threadfence_block();
    ready = 1;
  }
  if (threadIdx.x != 7)
    while (ready == 0) {}
  y[threadIdx.x] = x[threadIdx.x] * 2.f;
}
