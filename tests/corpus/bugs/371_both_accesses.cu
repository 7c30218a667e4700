// A race has two places: the write that nothing orders is one of them, wherever the race is seen.

// The last block adds up what all left, and nothing makes the others' parts come before their tickets.
// fpcheck: sum_by_last_block <<<4, 32>>> x=randn:128 part=empty:4 done=inout:zeros:1:u32 y=empty:1
// expect: sum_by_last_block rule=race line=marked
__global__ void sum_by_last_block(const float* x, volatile float* part, unsigned* done, float* y) {
  float s = x[blockIdx.x * 32 + threadIdx.x];
  for (int h = 16; h > 0; h /= 2) s += __shfl_down_sync(0xffffffffu, s, h);
  if (threadIdx.x != 0) return;
  part[blockIdx.x] = s; // expect-line

  if (atomicAdd(done, 1u) != gridDim.x - 1) return;
  float all = 0.f;
  for (unsigned k = 0; k < gridDim.x; ++k) all += part[k];
  *y = all;
}

// fpcheck: sum_by_last_block_fenced <<<4, 32>>> x=randn:128 part=empty:4 done=inout:zeros:1:u32 y=empty:1
// expect: sum_by_last_block_fenced clean
__global__ void sum_by_last_block_fenced(const float* x, volatile float* part, unsigned* done, float* y) {
  float s = x[blockIdx.x * 32 + threadIdx.x];
  for (int h = 16; h > 0; h /= 2) s += __shfl_down_sync(0xffffffffu, s, h);
  if (threadIdx.x != 0) return;
  part[blockIdx.x] = s;
  __threadfence();
  if (atomicAdd(done, 1u) != gridDim.x - 1) return;
  __threadfence();
  float all = 0.f;
  for (unsigned k = 0; k < gridDim.x; ++k) all += part[k];
  *y = all;
}

// A place that one thread gives all others a number in is used a second time, while they still read the first number.
// fpcheck: scaled_and_moved <<<1, 128>>> x=randn:128 y=empty:128
// expect: scaled_and_moved rule=race line=marked
__global__ void scaled_and_moved(const float* x, float* y) {
  __shared__ float given;
  if (threadIdx.x == 0) given = x[0];
  __syncthreads();
  const float scale = given; // expect-line

  const float v = x[threadIdx.x] * scale;

  if (threadIdx.x == 127) given = x[1];
  __syncthreads();
  y[threadIdx.x] = v + given;
}

// fpcheck: scaled_and_moved_in_turn <<<1, 128>>> x=randn:128 y=empty:128
// expect: scaled_and_moved_in_turn clean
__global__ void scaled_and_moved_in_turn(const float* x, float* y) {
  __shared__ float given;
  if (threadIdx.x == 0) given = x[0];
  __syncthreads();
  const float scale = given;

  const float v = x[threadIdx.x] * scale;
  __syncthreads();
  if (threadIdx.x == 127) given = x[1];
  __syncthreads();
  y[threadIdx.x] = v + given;
}
