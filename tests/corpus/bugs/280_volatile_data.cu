// Volatile says that an access is made, not when: data that nothing makes come first may be there yet, or not.

// The block that comes last adds up what others have left, without a fence between a block's sum and its arrival.
// fpcheck: last_adds_volatile <<<4, 64>>> x=randn:256 part=empty:4 arrivals=inout:zeros:1:u32 y=empty:1
// expect: last_adds_volatile rule=race line=marked
__global__ void last_adds_volatile(const float* x, float* part, unsigned* arrivals, float* y) {
  float v = x[64 * blockIdx.x + threadIdx.x];
  for (int h = 16; h > 0; h /= 2) v += __shfl_down_sync(~0u, v, h);
  __shared__ float warps[2];
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    part[blockIdx.x] = warps[0] + warps[1];
    if (atomicAdd(arrivals, 1u) == gridDim.x - 1) {
      float total = 0.f;
      for (unsigned b = 0; b < gridDim.x; ++b) total += static_cast<volatile float*>(part)[b]; // expect-line
      *y = total;
    }
  }
}

// The same where what is stored is volatile too.
// fpcheck: both_volatile <<<4, 32>>> x=randn:128:f64 part=empty:4:f64 arrivals=inout:zeros:1:u32 y=empty:1:f64
// expect: both_volatile rule=race line=marked
__global__ void both_volatile(const double* x, volatile double* part, unsigned* arrivals, double* y) {
  double v = x[32 * blockIdx.x + threadIdx.x];
  for (int h = 16; h > 0; h /= 2) v += __shfl_down_sync(~0u, v, h);
  if (threadIdx.x == 0) {
    part[blockIdx.x] = v;
    if (atomicInc(arrivals, gridDim.x - 1) == gridDim.x - 1) {
      double total = 0;
      for (unsigned b = 0; b < gridDim.x; ++b) total += part[b]; // expect-line
      *y = total;
    }
  }
}

// fpcheck: both_volatile_fenced <<<4, 32>>> x=randn:128:f64 part=empty:4:f64 arrivals=inout:zeros:1:u32 y=empty:1:f64
// expect: both_volatile_fenced clean
__global__ void both_volatile_fenced(const double* x, volatile double* part, unsigned* arrivals, double* y) {
  double v = x[32 * blockIdx.x + threadIdx.x];
  for (int h = 16; h > 0; h /= 2) v += __shfl_down_sync(~0u, v, h);
  if (threadIdx.x == 0) {
    part[blockIdx.x] = v;
    __threadfence();
    if (atomicInc(arrivals, gridDim.x - 1) == gridDim.x - 1) {
      double total = 0;
      for (unsigned b = 0; b < gridDim.x; ++b) total += part[b];
      *y = total;
    }
  }
}

// Counts of a block, read by the last one as volatile integers.
// fpcheck: counts_volatile <<<4, 32>>> x=randn:128 part=empty:4:i32 arrivals=inout:zeros:1:u32 least=empty:1:i32
// expect: counts_volatile rule=race line=marked
__global__ void counts_volatile(const float* x, int* part, unsigned* arrivals, int* least) {
  const int n = __popc(__ballot_sync(~0u, x[32 * blockIdx.x + threadIdx.x] > 0.f));
  if (threadIdx.x != 0) return;
  part[blockIdx.x] = n;
  if (atomicAdd(arrivals, 1u) != gridDim.x - 1) return;
  int low = 32;
  for (unsigned b = 0; b < gridDim.x; ++b) low = min(low, static_cast<volatile int*>(part)[b]); // expect-line
  *least = low;
}

// Volatile shared memory between warps, without a barrier.
// fpcheck: warps_unmet <<<1, 64>>> x=randn:64 y=empty:32
// expect: warps_unmet rule=race|uninitialised line=marked
__global__ void warps_unmet(const float* x, float* y) {
  __shared__ volatile float s[64];
  s[threadIdx.x] = x[threadIdx.x];
  if (threadIdx.x < 32) y[threadIdx.x] = s[threadIdx.x + 32]; // expect-line
}

// fpcheck: warps_met <<<1, 64>>> x=randn:64 y=empty:32
// expect: warps_met clean
__global__ void warps_met(const float* x, float* y) {
  __shared__ volatile float s[64];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) y[threadIdx.x] = s[threadIdx.x + 32];
}

// A warp that adds up in global memory, by volatile alone.
// fpcheck: warp_in_global <<<2, 32>>> x=randn:64 work=empty:64 y=empty:2
// expect: warp_in_global rule=race line=marked
__global__ void warp_in_global(const float* x, volatile float* work, float* y) {
  volatile float* w = work + 32 * blockIdx.x;
  const int t = threadIdx.x;
  w[t] = x[32 * blockIdx.x + t];
  for (int h = 16; h > 0; h /= 2)
    if (t < h) w[t] = w[t] + w[t + h]; // expect-line
  if (t == 0) y[blockIdx.x] = w[0];
}

// fpcheck: warp_in_global_in_step <<<2, 32>>> x=randn:64 work=empty:64 y=empty:2
// expect: warp_in_global_in_step clean
__global__ void warp_in_global_in_step(const float* x, volatile float* work, float* y) {
  volatile float* w = work + 32 * blockIdx.x;
  const int t = threadIdx.x;
  w[t] = x[32 * blockIdx.x + t];
  for (int h = 16; h > 0; h /= 2) {
    __syncwarp();
    const float v = t < h ? w[t + h] : 0.f;
    __syncwarp();
    if (t < h) w[t] = w[t] + v;
  }
  if (t == 0) y[blockIdx.x] = w[0];
}

__device__ float load_relaxed(const float* p) {
  float v;
  asm volatile("ld.relaxed.gpu.global.f32 %0, [%1];" : "=f"(v) : "l"(p) : "memory");
  return v;
}
__device__ int load_acquire(const int* p) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__device__ void store_release(int* p, int v) { asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }

// A relaxed load takes what it finds: there is no waiting for the block before.
// fpcheck: takes_what_is_there <<<2, 32>>> x=randn:64 edge=inout:zeros:2 y=empty:64
// expect: takes_what_is_there rule=race line=marked
__global__ void takes_what_is_there(const float* x, float* edge, float* y) {
  const int i = 32 * blockIdx.x + threadIdx.x;
  if (threadIdx.x == 31) edge[blockIdx.x] = x[i]; // expect-line
  y[i] = x[i] + (blockIdx.x > 0 ? load_relaxed(edge + blockIdx.x - 1) : 0.f); // expect-line
}

// fpcheck: waits_for_it <<<2, 32>>> x=randn:64 edge=inout:zeros:2 ready=inout:zeros:2:i32 y=empty:64
// expect: waits_for_it clean
__global__ void waits_for_it(const float* x, float* edge, int* ready, float* y) {
  const int i = 32 * blockIdx.x + threadIdx.x;
  if (threadIdx.x == 31) {
    edge[blockIdx.x] = x[i];
    store_release(ready + blockIdx.x, 1);
  }
  if (blockIdx.x > 0)
    while (load_acquire(ready + blockIdx.x - 1) == 0) {}
  y[i] = x[i] + (blockIdx.x > 0 ? load_relaxed(edge + blockIdx.x - 1) : 0.f);
}

// What is asked about may be found either way: whoever has the answer already need not look.
// fpcheck: first_negative <<<4, 32>>> x=randn:128 found=inout:zeros:1:i32
// expect: first_negative clean
__global__ void first_negative(const float* x, int* found) {
  if (*static_cast<volatile int*>(found) != 0) return;
  if (x[32 * blockIdx.x + threadIdx.x] < 0.f) *static_cast<volatile int*>(found) = 1;
}

// fpcheck: greatest_with_look <<<4, 32>>> x=uniform(1,2):128 best=inout:zeros:1:i32
// expect: greatest_with_look clean
__global__ void greatest_with_look(const float* x, int* best) {
  const int bits = __float_as_int(x[32 * blockIdx.x + threadIdx.x]);
  if (bits > *static_cast<volatile int*>(best)) atomicMax(best, bits);
}

// A sum and a flag in one word: who finds the flag has the sum.
// fpcheck: sums_of_blocks_before <<<4, 32>>> x=randn:128 state=inout:zeros:4:u64 y=empty:128
// expect: sums_of_blocks_before clean
__global__ void sums_of_blocks_before(const float* x, volatile unsigned long long* state, float* y) {
  const int i = 32 * blockIdx.x + threadIdx.x;
  float v = x[i];
  for (int h = 1; h < 32; h *= 2) {
    const float left = __shfl_up_sync(~0u, v, h);
    if (static_cast<int>(threadIdx.x) >= h) v += left;
  }
  float before = 0.f;
  if (threadIdx.x == 31) {
    if (blockIdx.x > 0) {
      unsigned long long s;
      do s = state[blockIdx.x - 1];
      while ((s >> 32) == 0);
      before = __uint_as_float(static_cast<unsigned>(s));
    }
    state[blockIdx.x] = 1ull << 32 | __float_as_uint(before + v);
  }
  y[i] = v + __shfl_sync(~0u, before, 31);
}
