// A fence orders what comes before it before what comes behind it: one that precedes data and flag alike orders nothing between the two.

// Within a block, by shared memory.
// fpcheck: early_fence <<<1, 64>>> x=uniform(1,2):32 y=empty:32
// expect: early_fence rule=race line=marked max_findings=2
__global__ void early_fence(const float* x, float* y) {
  __shared__ float box[32];
  __shared__ volatile int ready;
  const int t = threadIdx.x;
  if (t == 0) ready = 0;
  __syncthreads();
  if (t < 32) {
    __threadfence_block();
    box[t] = x[t] * 3.f;
    __syncwarp();
    if (t == 0) ready = 1; // expect-line
  } else {
    while (ready == 0) {}
    __threadfence_block();
    y[t - 32] = box[63 - t]; // expect-line
  }
}

// fpcheck: late_fence <<<1, 64>>> x=uniform(1,2):32 y=empty:32
// expect: late_fence clean
__global__ void late_fence(const float* x, float* y) {
  __shared__ float box[32];
  __shared__ volatile int ready;
  const int t = threadIdx.x;
  if (t == 0) ready = 0;
  __syncthreads();
  if (t < 32) {
    box[t] = x[t] * 3.f;
    __threadfence_block();
    __syncwarp();
    if (t == 0) ready = 1;
  } else {
    while (ready == 0) {}
    __threadfence_block();
    y[t - 32] = box[63 - t];
  }
}

// A ring of two places between two warps: the fence that the wait needs is not the one that the count needs.
// fpcheck: ring_without <<<1, 64>>> x=uniform(1,2):32 y=empty:32
// expect: ring_without rule=race line=marked max_findings=2
__global__ void ring_without(const float* x, float* y) {
  __shared__ volatile float place[2];
  __shared__ volatile int filled, taken;
  const int t = threadIdx.x;
  if (t == 0) filled = taken = 0;
  __syncthreads();
  for (int k = 0; k < 32; ++k) {
    if (t == 0) {
      while (taken < k - 1) {}
      __threadfence_block();
      place[k & 1] = x[k] * 1.5f;
      filled = k + 1; // expect-line
    } else if (t == 32) {
      while (filled <= k) {}
      __threadfence_block();
      y[k] = place[k & 1]; // expect-line
      __threadfence_block();
      taken = k + 1;
    }
  }
}

// fpcheck: ring <<<1, 64>>> x=uniform(1,2):32 y=empty:32
// expect: ring clean
__global__ void ring(const float* x, float* y) {
  __shared__ volatile float place[2];
  __shared__ volatile int filled, taken;
  const int t = threadIdx.x;
  if (t == 0) filled = taken = 0;
  __syncthreads();
  for (int k = 0; k < 32; ++k) {
    if (t == 0) {
      while (taken < k - 1) {}
      __threadfence_block();
      place[k & 1] = x[k] * 1.5f;
      __threadfence_block();
      filled = k + 1;
    } else if (t == 32) {
      while (filled <= k) {}
      __threadfence_block();
      y[k] = place[k & 1];
      __threadfence_block();
      taken = k + 1;
    }
  }
}

// Between blocks.
// fpcheck: early_fence_of_device <<<2, 32>>> x=uniform(1,2):32 box=inout:zeros:1 flag=inout:zeros:1:i32 y=empty:1
// expect: early_fence_of_device rule=race line=marked max_findings=2
__global__ void early_fence_of_device(const float* x, volatile float* box, int* flag, float* y) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    __threadfence();
    *box = x[0] * 3.f;
    atomicExch(flag, 1); // expect-line
  } else {
    while (atomicAdd(flag, 0) == 0) {}
    __threadfence();
    *y = *box; // expect-line
  }
}
