// Threads that meet at a place of memory or in a warp, and do not get along.

// fpcheck: add_by_one_swap <<<4, 32>>> x=uniform(0,1):128 sum=inout:zeros:4
// expect: add_by_one_swap rule=race|order-sensitive
__global__ void add_by_one_swap(const float* x, float* sum) {
  int* p = reinterpret_cast<int*>(&sum[threadIdx.x % 4]);
  const int seen = *p;
  atomicCAS(p, seen, __float_as_int(x[blockIdx.x * blockDim.x + threadIdx.x] + __int_as_float(seen)));
}

// fpcheck: add_and_clear <<<4, 32>>> x=uniform(0,1):128 sum=inout:zeros:32
// expect: add_and_clear rule=race
__global__ void add_and_clear(const float* x, float* sum) {
  int* p = reinterpret_cast<int*>(&sum[threadIdx.x]);
  if (blockIdx.x == 0) sum[threadIdx.x] = 1.f; // the other blocks may have added already
  int old = *p, seen;
  do {
    seen = old;
    old = atomicCAS(p, seen, __float_as_int(x[blockIdx.x * blockDim.x + threadIdx.x] + __int_as_float(seen)));
  } while (seen != old);
}

// fpcheck: keep_ranked <<<4, 32>>> x=randn:128 kept=inout:zeros:128 count=inout:zeros:1:i32
// expect: keep_ranked rule=order-sensitive
__global__ void keep_ranked(const float* x, float* kept, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] <= 0.f) return;
  const int slot = atomicAdd(count, 1);
  kept[slot] = x[i] / (slot + 1.f); // who came first weighs most
}

// fpcheck: kept_apart <<<4, 32>>> x=randn:128 kept=inout:zeros:128 where=inout:zeros:64:i32 count=inout:zeros:1:i32
// expect: kept_apart rule=order-sensitive
__global__ void kept_apart(const float* x, float* kept, int* where, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] <= 0.f) return;
  const int slot = atomicAdd(count, 1);
  kept[slot] = x[i];
  if (slot < 8) where[slot] = i; // some eight of them
}

// fpcheck: tail_taken <<<1, 32>>> x=randn:32 out=inout:zeros:32 n=20
// expect: tail_taken rule=undefined-lane line=marked
__global__ void tail_taken(const float* x, float* out, int n) {
  const int i = threadIdx.x;
  const unsigned mask = __ballot_sync(~0u, i < n);
  if (i >= n) return;
  const float v = x[i], next = __shfl_down_sync(mask, v, 1); // expect-line
  out[i] = next - v;
}

// fpcheck: tail_compared <<<1, 32>>> x=randn:32 out=inout:zeros:32:i32 n=13
// expect: tail_compared rule=undefined-lane|uninitialised line=marked
__global__ void tail_compared(const float* x, int* out, int n) {
  const int i = threadIdx.x;
  const unsigned mask = __ballot_sync(~0u, i < n);
  if (i >= n) return;
  const float next = __shfl_down_sync(mask, x[i], 1); // expect-line
  out[i] = next > x[i]; // expect-line
}
