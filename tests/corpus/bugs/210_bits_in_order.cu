// Bits of numbers in integer code that asks which is the larger: of negative numbers they stand the other way round.

// fpcheck: warmest <<<1, 64>>> x=uniform(-30,-2):64 at=inout:zeros:1:i64
// expect: warmest clean
__global__ void warmest(const float* x, long long* at) {
  const int v = __float_as_int(x[threadIdx.x]);
  const long long key = static_cast<long long>(v ^ ((v >> 31) & 0x7fffffff)) << 32 | threadIdx.x;
  if (threadIdx.x == 0) *at = key;
  __syncthreads();
  atomicMax(at, key);
}

// fpcheck: best_of_negative <<<1, 32>>> n=40 x=uniform(-9,-1):1280 at=empty:32
// expect: best_of_negative rule=branch-flip line=marked
__global__ void best_of_negative(int n, const float* x, int* at) {
  const int t = threadIdx.x;
  int best = __float_as_int(x[t * n]), k = 0;
  for (int i = 1; i < n; ++i) {
    const int score = __float_as_int(x[t * n + i]);
    if (score > best) { // expect-line
      best = score;
      k = i;
    }
  }
  at[t] = k;
}

// fpcheck: best_of_any <<<1, 32>>> n=40 x=uniform(-9,-1):1280 at=empty:32
// expect: best_of_any clean
__global__ void best_of_any(int n, const float* x, int* at) {
  const int t = threadIdx.x;
  float best = x[t * n];
  int k = 0;
  for (int i = 1; i < n; ++i)
    if (x[t * n + i] > best) {
      best = x[t * n + i];
      k = i;
    }
  at[t] = k;
}

// fpcheck: top_key <<<1, 64>>> x=uniform(-3,3):64 key=inout:zeros:1:u64 at=empty:1
// expect: top_key rule=branch-flip line=marked
__global__ void top_key(const float* x, unsigned long long* key, int* at) {
  const unsigned score = __float_as_uint(x[threadIdx.x]);
  atomicMax(key, static_cast<unsigned long long>(score) << 32 | threadIdx.x); // expect-line
  __syncthreads();
  if (threadIdx.x == 0) *at = static_cast<int>(*key & 0xffffffffu);
}

// fpcheck: top_ordered_key <<<1, 64>>> x=uniform(-3,3):64 key=inout:zeros:1:u64 at=empty:1
// expect: top_ordered_key clean
__global__ void top_ordered_key(const float* x, unsigned long long* key, int* at) {
  unsigned score = __float_as_uint(x[threadIdx.x]);
  score = (score & 0x80000000u) != 0 ? ~score : score | 0x80000000u;
  atomicMax(key, static_cast<unsigned long long>(score) << 32 | threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) *at = static_cast<int>(*key & 0xffffffffu);
}

// fpcheck: loudest <<<1, 32>>> x=uniform(-4,-1):32 y=empty:1
// expect: loudest rule=branch-flip line=marked
__global__ void loudest(const float* x, float* y) {
  int level = __float_as_int(x[threadIdx.x] * 0.5f);
  for (int d = 16; d > 0; d /= 2) level = max(level, __shfl_xor_sync(0xffffffffu, level, d)); // expect-line
  if (threadIdx.x == 0) *y = __int_as_float(level);
}

// The two halves of a maximum of numbers by integer atomics: each is given the sign that it is right for.
// fpcheck: largest_by_two <<<1, 64>>> x=randn:64 y=inout:[-1000]:1
// expect: largest_by_two clean
__global__ void largest_by_two(const float* x, float* y) {
  const float v = x[threadIdx.x] * 3.0f;
  if (v >= 0.0f)
    atomicMax(reinterpret_cast<int*>(y), __float_as_int(v));
  else
    atomicMin(reinterpret_cast<unsigned*>(y), __float_as_uint(v));
}
