// Shared memory that nothing wrote, seen where what came of it is used: the place to mend is where it was read first.

// A counter of events that nobody clears: each warp adds to it, and takes its slots from it.
// fpcheck: take_slots <<<1, 64>>> x=randn:64 y=inout:zeros:64:f32 n=empty:1
// expect: take_slots rule=uninitialised line=marked
__global__ void take_slots(const float* x, float* y, int* n) {
  __shared__ int taken;
  const int lane = threadIdx.x % 32;
  const unsigned kept = __ballot_sync(0xffffffffu, x[threadIdx.x] > 0.f);
  int first = 0;
  if (lane == 0) {
    first = atomicAdd(&taken, __popc(kept)); // expect-line
  }
  first = __shfl_sync(0xffffffffu, first, 0);

  if (kept >> lane & 1)
    y[first + __popc(kept & ((1u << lane) - 1))] = x[threadIdx.x];
  __syncthreads();

  if (threadIdx.x == 0) *n = taken;
}

// fpcheck: take_slots_from_zero <<<1, 64>>> x=randn:64 y=inout:zeros:64:f32 n=empty:1
// expect: take_slots_from_zero clean
__global__ void take_slots_from_zero(const float* x, float* y, int* n) {
  __shared__ int taken;
  const int lane = threadIdx.x % 32;
  const unsigned kept = __ballot_sync(0xffffffffu, x[threadIdx.x] > 0.f);
  if (threadIdx.x == 0) taken = 0;
  __syncthreads();
  int first = 0;
  if (lane == 0) {
    first = atomicAdd(&taken, __popc(kept));
  }
  first = __shfl_sync(0xffffffffu, first, 0);

  if (kept >> lane & 1)
    y[first + __popc(kept & ((1u << lane) - 1))] = x[threadIdx.x];
  __syncthreads();

  if (threadIdx.x == 0) *n = taken;
}

// Upwind differences: the cell left of the first block's is there in the tile, and nothing fills it.
// fpcheck: upwind <<<2, 32>>> u=randn:64 v=empty:64 c=0.25
// expect: upwind rule=uninitialised line=marked
__global__ void upwind(const float* u, float* v, float c) {
  __shared__ float tile[33];
  const int t = threadIdx.x, i = blockIdx.x * 32 + t;
  tile[t + 1] = u[i];
  if (t == 0 && i > 0) tile[0] = u[i - 1];
  __syncthreads();
  const float before = tile[t]; // expect-line
  const float here = tile[t + 1];
  const float slope = here - before;

  v[i] = here - c * slope;
}

// fpcheck: upwind_on_a_circle <<<2, 32>>> u=randn:64 v=empty:64 c=0.25
// expect: upwind_on_a_circle clean
__global__ void upwind_on_a_circle(const float* u, float* v, float c) {
  __shared__ float tile[33];
  const int t = threadIdx.x, i = blockIdx.x * 32 + t;
  tile[t + 1] = u[i];
  if (t == 0) tile[0] = u[(i + 63) % 64];
  __syncthreads();
  const float before = tile[t];
  const float here = tile[t + 1];
  const float slope = here - before;

  v[i] = here - c * slope;
}

// Half of the bins are cleared; what is wrong in the others is seen only two barriers on, behind a second array.
// fpcheck: running_counts <<<1, 32>>> x=randint(0,64):128:i32 y=empty:64:i32
// expect: running_counts rule=uninitialised line=marked
__global__ void running_counts(const int* x, int* y) {
  __shared__ int bin[64], sum[64];
  const int t = threadIdx.x;
  bin[t] = 0;
  __syncthreads();
  for (int k = 0; k < 4; ++k) atomicAdd(&bin[x[4 * t + k]], 1); // expect-line
  __syncthreads();

  for (int k = t; k < 64; k += 32) {
    int s = 0;
    for (int j = 0; j <= k; ++j)
      if (j < 32 || x[0] >= 0) s += bin[j];
    sum[k] = s;
  }
  __syncthreads();
  y[t] = sum[t];
  y[t + 32] = sum[t + 32];
}

// fpcheck: running_counts_of_all <<<1, 32>>> x=randint(0,64):128:i32 y=empty:64:i32
// expect: running_counts_of_all clean
__global__ void running_counts_of_all(const int* x, int* y) {
  __shared__ int bin[64], sum[64];
  const int t = threadIdx.x;
  bin[t] = bin[t + 32] = 0;
  __syncthreads();
  for (int k = 0; k < 4; ++k) atomicAdd(&bin[x[4 * t + k]], 1);
  __syncthreads();

  for (int k = t; k < 64; k += 32) {
    int s = 0;
    for (int j = 0; j <= k; ++j)
      if (j < 32 || x[0] >= 0) s += bin[j];
    sum[k] = s;
  }
  __syncthreads();
  y[t] = sum[t];
  y[t + 32] = sum[t + 32];
}
