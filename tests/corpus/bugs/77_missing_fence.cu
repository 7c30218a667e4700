// The block that comes last adds up what the others stored, but nothing makes their sums visible before the counter that tells
// them apart: a relaxed atomic orders only itself.

// fpcheck: last_block_unfenced <<<8, 64>>> x=randn:512 part=inout:zeros:8 done=inout:zeros:1:i32 out=empty:1
// expect: last_block_unfenced rule=race line=marked max_findings=3
__global__ void last_block_unfenced(const float* x, float* part, int* done, float* out) {
  __shared__ float s[64];
  __shared__ bool last;
  s[threadIdx.x] = x[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    part[blockIdx.x] = s[0];
    last = atomicAdd(done, 1) == gridDim.x - 1; // expect-line
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float sum = 0.f;
    for (int b = 0; b < gridDim.x; ++b) sum += part[b]; // expect-line
    *out = sum;
  }
}

// fpcheck: last_block_fenced <<<8, 64>>> x=randn:512 part=inout:zeros:8 done=inout:zeros:1:i32 out=empty:1
// expect: last_block_fenced clean
__global__ void last_block_fenced(const float* x, float* part, int* done, float* out) {
  __shared__ float s[64];
  __shared__ bool last;
  s[threadIdx.x] = x[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    part[blockIdx.x] = s[0];
    __threadfence();
    last = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float sum = 0.f;
    for (int b = 0; b < gridDim.x; ++b) sum += part[b];
    *out = sum;
  }
}

// fpcheck: flag_unfenced <<<2, 32>>> x=randn:32 box=inout:zeros:32 flag=inout:zeros:1:i32 out=empty:32
// expect: flag_unfenced rule=race line=marked max_findings=3
__global__ void flag_unfenced(const float* x, float* box, volatile int* flag, float* out) {
  if (blockIdx.x == 0) {
    box[threadIdx.x] = x[threadIdx.x];
    __syncthreads(); // orders the block, and no other one
    if (threadIdx.x == 0) *flag = 1;
  } else {
    while (*flag == 0) {}
    out[threadIdx.x] = 2.f * box[threadIdx.x]; // expect-line
  }
}

// fpcheck: flag_fenced <<<2, 32>>> x=randn:32 box=inout:zeros:32 flag=inout:zeros:1:i32 out=empty:32
// expect: flag_fenced clean
__global__ void flag_fenced(const float* x, float* box, volatile int* flag, float* out) {
  if (blockIdx.x == 0) {
    box[threadIdx.x] = x[threadIdx.x];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) *flag = 1;
  } else {
    while (*flag == 0) {}
    __threadfence();
    out[threadIdx.x] = 2.f * box[threadIdx.x];
  }
}
