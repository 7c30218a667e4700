// Blocks and warps that wait for, count, and add to one another.

// fpcheck: lock_per_block <<<16, 32>>> x=uniform(0,1):16 lock=inout:zeros:1:i32 sum=inout:zeros:1
// expect: lock_per_block clean
__global__ void lock_per_block(const float* x, int* lock, float* sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) __nanosleep(20);
    __threadfence();
    volatile float* total = sum;
    *total = *total + x[blockIdx.x];
    __threadfence();
    atomicExch(lock, 0);
  }
}

// fpcheck: lock_per_thread <<<2, 64>>> lock=inout:zeros:1:i32 count=inout:zeros:1:i32
// expect: lock_per_thread clean
__global__ void lock_per_thread(int* lock, int* count) {
  bool done = false;
  while (!done)
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      volatile int* c = count;
      *c = *c + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
}

// fpcheck: scan_look_back <<<6, 64>>> x=uniform(0,1):384 y=empty:384 state=inout:zeros:6:i32 total=inout:zeros:6
// expect: scan_look_back clean
// fpcheck: scan_look_back <<<32, 64>>> x=uniform(0,1):2048 y=empty:2048 state=inout:zeros:32:i32 total=inout:zeros:32
// expect: scan_look_back clean big
// fpcheck: scan_look_back <<<96, 64>>> x=uniform(0,1):6144 y=empty:6144 state=inout:zeros:96:i32 total=inout:zeros:96
// expect: scan_look_back clean big
__global__ void scan_look_back(const float* x, float* y, int* state, float* total) {
  __shared__ float part[64];
  __shared__ float before;
  const int t = threadIdx.x, b = blockIdx.x;
  part[t] = x[b * 64 + t];
  __syncthreads();
  for (int step = 1; step < 64; step *= 2) {
    const float left = t >= step ? part[t - step] : 0.f;
    __syncthreads();
    part[t] += left;
    __syncthreads();
  }
  if (t == 0) {
    float sum = 0.f;
    if (b > 0) {
      while (atomicAdd(&state[b - 1], 0) == 0) __nanosleep(20);
      __threadfence();
      sum = *static_cast<volatile float*>(&total[b - 1]);
    }
    *static_cast<volatile float*>(&total[b]) = sum + part[63];
    __threadfence();
    atomicExch(&state[b], 1);
    before = sum;
  }
  __syncthreads();
  y[b * 64 + t] = before + part[t];
}

// fpcheck: sum_last_block <<<32, 128>>> x=uniform(0,1):4096 part=inout:zeros:32 ticket=inout:zeros:1:u32 out=empty:1
// expect: sum_last_block clean
__global__ void sum_last_block(const float* x, float* part, unsigned* ticket, float* out) {
  __shared__ float warp_part[4];
  __shared__ bool last;
  float v = x[blockIdx.x * 128 + threadIdx.x];
  for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(0xffffffffu, v, step);
  if (threadIdx.x % 32 == 0) warp_part[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    part[blockIdx.x] = (warp_part[0] + warp_part[1]) + (warp_part[2] + warp_part[3]);
    __threadfence();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    __threadfence();
    float sum = 0.f;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += *static_cast<volatile float*>(&part[i]);
    *out = sum;
  }
}

// fpcheck: sum_atomic <<<32, 128>>> x=uniform(0,1):4096 out=inout:zeros:1
// expect: sum_atomic clean
__global__ void sum_atomic(const float* x, float* out) {
  float v = x[blockIdx.x * 128 + threadIdx.x];
  for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(0xffffffffu, v, step);
  if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}

// fpcheck: histogram <<<16, 128>>> x=uniform(0,1):2048 bins=inout:zeros:32:u32
// expect: histogram clean
__global__ void histogram(const float* x, unsigned* bins) {
  __shared__ unsigned local[32];
  if (threadIdx.x < 32) local[threadIdx.x] = 0u;
  __syncthreads();
  const int bin = min(static_cast<int>(x[blockIdx.x * 128 + threadIdx.x] * 32.f), 31);
  atomicAdd(&local[bin], 1u);
  __syncthreads();
  if (threadIdx.x < 32) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

// fpcheck: maximum_cas <<<8, 64>>> x=randn:512 best=inout:const(-inf):1
// expect: maximum_cas clean
__global__ void maximum_cas(const float* x, float* best) {
  const float v = x[blockIdx.x * 64 + threadIdx.x];
  unsigned* word = reinterpret_cast<unsigned*>(best);
  unsigned seen = atomicAdd(word, 0u);
  while (__uint_as_float(seen) < v) {
    const unsigned found = atomicCAS(word, seen, __float_as_uint(v));
    if (found == seen) break;
    seen = found;
  }
}

// fpcheck: maximum_integer_key <<<8, 64>>> x=uniform(0,5):512 best=inout:zeros:1:i32
// expect: maximum_integer_key clean
__global__ void maximum_integer_key(const float* x, int* best) {
  atomicMax(best, __float_as_int(x[blockIdx.x * 64 + threadIdx.x]));
}

// fpcheck: add_double_cas <<<4, 32>>> x=randn:128:f64 sum=inout:zeros:1:f64
// expect: add_double_cas clean
__global__ void add_double_cas(const double* x, double* sum) {
  unsigned long long* word = reinterpret_cast<unsigned long long*>(sum);
  const double v = x[blockIdx.x * 32 + threadIdx.x];
  unsigned long long seen = atomicAdd(word, 0ull), assumed;
  do {
    assumed = seen;
    seen = atomicCAS(word, assumed, __double_as_longlong(v + __longlong_as_double(assumed)));
  } while (assumed != seen);
}

// fpcheck: tail_warps <<<3, 100>>> x=randn:300 out=empty:12
// expect: tail_warps clean
__global__ void tail_warps(const float* x, float* out) {
  const unsigned mask = __activemask();
  const int lane = threadIdx.x % 32, lanes = __popc(mask);
  float v = x[blockIdx.x * 100 + threadIdx.x];
  for (int step = 16; step > 0; step /= 2) {
    const float other = __shfl_sync(mask, v, lane + step < lanes ? lane + step : lane);
    if (lane + step < lanes) v += other;
  }
  if (lane == 0) out[blockIdx.x * 4 + threadIdx.x / 32] = v;
}

// fpcheck: same_key_sums <<<4, 64>>> key=randint(0,8):256:i32 x=uniform(0,1):256 sum=inout:zeros:8
// expect: same_key_sums clean
__global__ void same_key_sums(const int* key, const float* x, float* sum) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  const unsigned peers = __match_any_sync(0xffffffffu, key[i]);
  float total = 0.f;
  for (int source = 0; source < 32; ++source) {
    const float v = __shfl_sync(0xffffffffu, x[i], source);
    if (peers >> source & 1u) total += v;
  }
  if (threadIdx.x % 32 == __ffs(peers) - 1) atomicAdd(&sum[key[i]], total);
}

// Lanes of one warp that name different members in one instruction: each set reduces apart.
// fpcheck: key_counts <<<4, 64>>> key=randint(0,8):256:i32 value=randint(0,1000):256:i32 sum=empty:256:i32
// expect: key_counts clean
__global__ void key_counts(const int* key, const int* value, int* sum) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  sum[i] = __reduce_add_sync(__match_any_sync(0xffffffffu, key[i]), value[i]);
}
