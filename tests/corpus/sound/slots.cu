// Threads that meet at a place of memory or in a warp, and get along.

// fpcheck: add_by_swap <<<4, 32>>> x=uniform(0,1):128 sum=inout:zeros:4
// expect: add_by_swap clean
__global__ void add_by_swap(const float* x, float* sum) {
  int* p = reinterpret_cast<int*>(&sum[threadIdx.x % 4]);
  int old = *p, seen;
  do {
    seen = old;
    old = atomicCAS(p, seen, __float_as_int(x[blockIdx.x * blockDim.x + threadIdx.x] + __int_as_float(seen)));
  } while (seen != old);
}

// fpcheck: add_double_by_swap <<<4, 32>>> x=uniform(0,1):128:f64 sum=inout:zeros:4:f64
// expect: add_double_by_swap clean
__global__ void add_double_by_swap(const double* x, double* sum) {
  unsigned long long* p = reinterpret_cast<unsigned long long*>(&sum[threadIdx.x % 4]);
  unsigned long long old = *p, seen;
  do {
    seen = old;
    old = atomicCAS(p, seen, static_cast<unsigned long long>(__double_as_longlong(x[blockIdx.x * blockDim.x + threadIdx.x] + __longlong_as_double(static_cast<long long>(seen)))));
  } while (seen != old);
}

// fpcheck: shared_maximum <<<2, 64>>> x=randn:128 y=empty:2
// expect: shared_maximum clean
__global__ void shared_maximum(const float* x, float* y) {
  __shared__ int largest;
  if (threadIdx.x == 0) largest = __float_as_int(-1e30f);
  __syncthreads();
  const float mine = x[blockIdx.x * blockDim.x + threadIdx.x];
  int old = largest, seen;
  do {
    seen = old;
    if (__int_as_float(seen) >= mine) break;
    old = atomicCAS(&largest, seen, __float_as_int(mine));
  } while (seen != old);
  __syncthreads();
  if (threadIdx.x == 0) y[blockIdx.x] = __int_as_float(largest);
}

// fpcheck: keep_positive <<<4, 32>>> x=randn:128 kept=inout:zeros:128 where=inout:zeros:128:i32 count=inout:zeros:1:i32
// expect: keep_positive clean
__global__ void keep_positive(const float* x, float* kept, int* where, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] <= 0.f) return;
  const int slot = atomicAdd(count, 1);
  kept[slot] = x[i];
  where[slot] = i;
}

// fpcheck: neighbour_difference <<<1, 32>>> x=randn:32 out=inout:zeros:32 n=20
// expect: neighbour_difference clean
__global__ void neighbour_difference(const float* x, float* out, int n) {
  const int i = threadIdx.x;
  const unsigned mask = __ballot_sync(~0u, i < n);
  if (i >= n) return;
  const float v = x[i], next = __shfl_down_sync(mask, v, 1);
  out[i] = i + 1 < n ? next - v : 0.f;
}

// fpcheck: ragged_sum <<<1, 32>>> x=uniform(0,1):32 out=empty:1 n=13
// expect: ragged_sum clean
__global__ void ragged_sum(const float* x, float* out, int n) {
  const int i = threadIdx.x;
  const unsigned mask = __ballot_sync(~0u, i < n);
  if (i >= n) return;
  float v = x[i];
  for (int h = 16; h; h /= 2) {
    const float u = __shfl_down_sync(mask, v, h);
    if (i + h < n) v += u;
  }
  if (i == 0) out[0] = v;
}
