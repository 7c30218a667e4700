// Sums in bfloat16 that carry what each addition lost, and updates that are rounded by random bits.
#include <cuda_bf16.h>

// fpcheck: kahan_of_updates <<<1, 64>>> steps=1000 w=inout:uniform(1,2):64:bf16 g=uniform(0.0005,0.001):64
// expect: kahan_of_updates clean
__global__ void kahan_of_updates(int steps, __nv_bfloat16* w, const float* g) {
  __nv_bfloat16 sum = w[threadIdx.x], lost = __float2bfloat16(0.0f);
  for (int t = 0; t < steps; ++t) {
    const float update = g[threadIdx.x] + __bfloat162float(lost);
    const __nv_bfloat16 next = __float2bfloat16(__bfloat162float(sum) + update);
    lost = __float2bfloat16(update - (__bfloat162float(next) - __bfloat162float(sum)));
    sum = next;
  }
  w[threadIdx.x] = sum;
}

// fpcheck: kahan_step <<<1, 64>>> w=inout:uniform(1,2):64:bf16 lost=inout:uniform(-0.001,0.001):64:bf16 g=uniform(0.0005,0.001):64
// expect: kahan_step clean
__global__ void kahan_step(__nv_bfloat16* w, __nv_bfloat16* lost, const float* g) {
  const int i = threadIdx.x;
  const float old = __bfloat162float(w[i]), update = g[i] + __bfloat162float(lost[i]);
  const __nv_bfloat16 next = __float2bfloat16(old + update);
  lost[i] = __float2bfloat16(update - (__bfloat162float(next) - old));
  w[i] = next;
}

__device__ unsigned mixed(unsigned x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

// fpcheck: updates_by_chance <<<4, 256>>> moved=inout:zeros:1:i32
// expect: updates_by_chance clean
__global__ void updates_by_chance(int* moved) {
  unsigned weight = 0x3f80;
  for (int t = 0; t < 64; ++t) {
    const unsigned random = mixed((blockIdx.x * 256 + threadIdx.x) * 64 + t);
    weight = (__float_as_uint(__uint_as_float(weight << 16) + 0x1p-9f) + (random & 0xffffu)) >> 16;
  }
  atomicAdd(moved, static_cast<int>(weight) - 0x3f80);
}

// fpcheck: updates_by_given_bits <<<1, 64>>> steps=32 w=inout:uniform(1,2):64:bf16 g=uniform(0.0005,0.001):64 random=randint(0,2000000000):32x64:u32 away=empty:64
// expect: updates_by_given_bits clean
__global__ void updates_by_given_bits(int steps, unsigned short* w, const float* g, const unsigned* random, float* away) {
  unsigned weight = w[threadIdx.x];
  const float first = __uint_as_float(weight << 16);
  for (int t = 0; t < steps; ++t) weight = (__float_as_uint(__uint_as_float(weight << 16) + g[threadIdx.x]) + (random[64 * t + threadIdx.x] & 0xffffu)) >> 16;
  w[threadIdx.x] = static_cast<unsigned short>(weight);
  away[threadIdx.x] = __uint_as_float(weight << 16) - first;
}

// fpcheck: pedestal_of_kahan <<<1, 32>>> n=4096 x=const(1e-4):4096 base=4096.0 total=empty:1
// expect: pedestal_of_kahan clean
__global__ void pedestal_of_kahan(const float* x, float* total, int n, float base) {
  if (threadIdx.x != 0) return;
  float s = base, c = 0.0f;
  for (int i = 0; i < n; ++i) {
    const float y = x[i] - c, t = s + y;
    c = (t - s) - y;
    s = t;
  }
  total[0] = (s - base) - c;
}

// fpcheck: rests_beside <<<1, 32>>> n=4096 x=uniform(0.9,1.1):4096 base=1e6 total=empty:1 rest=empty:1
// expect: rests_beside clean
__global__ void rests_beside(const float* x, float* total, float* rest, int n, float base) {
  if (threadIdx.x != 0) return;
  float s = base, low = 0.0f;
  for (int i = 0; i < n; ++i) {
    const float t = s + x[i], z = t - s;
    low += (s - (t - z)) + (x[i] - z);
    s = t;
  }
  total[0] = s + low, rest[0] = low;
}
