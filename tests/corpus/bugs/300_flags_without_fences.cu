// One warp tells another that data is there: by a flag or a count in memory, of which nothing says that it is written after the data.

// fpcheck: tell_by_flag <<<2, 64>>> x=uniform(0,1):128 y=empty:64
// expect: tell_by_flag rule=race line=marked
__global__ void tell_by_flag(const float* x, float* y) {
  __shared__ float box[32];
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    box[lane] = x[blockIdx.x * 64 + lane] + x[blockIdx.x * 64 + 32 + lane];
    __syncwarp();
    if (lane == 0) ready = 1;
  } else {
    while (ready == 0) {}
    y[blockIdx.x * 32 + lane] = box[lane]; // expect-line
  }
}

// fpcheck: tell_behind_fence <<<2, 64>>> x=uniform(0,1):128 y=empty:64
// expect: tell_behind_fence clean
__global__ void tell_behind_fence(const float* x, float* y) {
  __shared__ float box[32];
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    box[lane] = x[blockIdx.x * 64 + lane] + x[blockIdx.x * 64 + 32 + lane];
    __threadfence_block();
    __syncwarp();
    if (lane == 0) ready = 1;
  } else {
    while (ready == 0) {}
    __threadfence_block();
    y[blockIdx.x * 32 + lane] = box[lane];
  }
}

// The last of four warps adds up what the others left: an atomic counts, and orders nothing else.
// fpcheck: last_warp_adds <<<2, 128>>> x=uniform(0,1):256 part=empty:8 y=empty:2
// expect: last_warp_adds rule=race line=marked
__global__ void last_warp_adds(const float* x, float* part, float* y) {
  __shared__ int done;
  if (threadIdx.x == 0) done = 0;
  __syncthreads();
  float v = x[blockIdx.x * 128 + threadIdx.x];
  for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(~0u, v, o);
  if (threadIdx.x % 32 != 0) return;
  part[blockIdx.x * 4 + threadIdx.x / 32] = v;
  if (atomicAdd(&done, 1) < 3) return;
  float sum = 0.f;
  for (int k = 0; k < 4; ++k) sum += part[blockIdx.x * 4 + k]; // expect-line
  y[blockIdx.x] = sum;
}

// fpcheck: last_warp_adds_fenced <<<2, 128>>> x=uniform(0,1):256 part=empty:8 y=empty:2
// expect: last_warp_adds_fenced clean
__global__ void last_warp_adds_fenced(const float* x, float* part, float* y) {
  __shared__ int done;
  if (threadIdx.x == 0) done = 0;
  __syncthreads();
  float v = x[blockIdx.x * 128 + threadIdx.x];
  for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(~0u, v, o);
  if (threadIdx.x % 32 != 0) return;
  part[blockIdx.x * 4 + threadIdx.x / 32] = v;
  __threadfence_block();
  if (atomicAdd(&done, 1) < 3) return;
  __threadfence_block();
  float sum = 0.f;
  for (int k = 0; k < 4; ++k) sum += part[blockIdx.x * 4 + k];
  y[blockIdx.x] = sum;
}

// What stands before a barrier is there for whoever comes after it, and for whom it tells.
// fpcheck: tell_behind_barrier <<<2, 96>>> x=uniform(0,1):128 y=empty:64
// expect: tell_behind_barrier clean
__global__ void tell_behind_barrier(const float* x, float* y) {
  __shared__ float box[32];
  __shared__ volatile int ready;
  if (threadIdx.x == 64) ready = 0;
  __syncthreads();
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 64) {
    if (threadIdx.x < 32) box[lane] = 2.f * x[blockIdx.x * 64 + lane];
    asm volatile("bar.sync 1, 64;" ::: "memory");
    if (threadIdx.x == 32) ready = 1;
  } else {
    while (ready == 0) {}
    y[blockIdx.x * 32 + lane] = box[lane];
  }
}
