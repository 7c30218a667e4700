// Rests of sums in bfloat16 that are worked out and not added, rests of another sum, and random bits that do not reach the cut.
#include <cuda_bf16.h>

// fpcheck: rest_not_carried <<<1, 64>>> steps=1000 w=inout:uniform(1,2):64:bf16 g=uniform(0.0005,0.001):64 rest=empty:64:bf16
// expect: rest_not_carried rule=narrow-accumulator line=marked
__global__ void rest_not_carried(int steps, __nv_bfloat16* w, const float* g, __nv_bfloat16* rest) {
  __nv_bfloat16 sum = w[threadIdx.x], lost = __float2bfloat16(0.0f);
  for (int t = 0; t < steps; ++t) {
    const float update = g[threadIdx.x];
    const __nv_bfloat16 next = __float2bfloat16(__bfloat162float(sum) + update); // expect-line
    lost = __float2bfloat16(update - (__bfloat162float(next) - __bfloat162float(sum)));
    sum = next;
  }
  w[threadIdx.x] = sum, rest[threadIdx.x] = lost;
}

// fpcheck: rest_before_rounding <<<1, 64>>> steps=1000 w=inout:uniform(1,2):64:bf16 g=uniform(0.0005,0.001):64
// expect: rest_before_rounding rule=narrow-accumulator line=marked
__global__ void rest_before_rounding(int steps, __nv_bfloat16* w, const float* g) {
  __nv_bfloat16 sum = w[threadIdx.x];
  float lost = 0;
  for (int t = 0; t < steps; ++t) {
    const float update = g[threadIdx.x] + lost, old = __bfloat162float(sum), next = old + update;
    lost = update - (next - old);
    sum = __float2bfloat16(next); // expect-line
  }
  w[threadIdx.x] = sum;
}

__device__ unsigned mixed(unsigned x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

// fpcheck: bits_short_of_the_cut <<<4, 256>>> moved=inout:zeros:1:i32
// expect: bits_short_of_the_cut rule=absorption
__global__ void bits_short_of_the_cut(int* moved) {
  unsigned weight = 0x3f80;
  for (int t = 0; t < 64; ++t) {
    const unsigned random = mixed((blockIdx.x * 256 + threadIdx.x) * 64 + t);
    weight = (__float_as_uint(__uint_as_float(weight << 16) + 0x1p-9f) + (random & 0x3fffu)) >> 16;
  }
  atomicAdd(moved, static_cast<int>(weight) - 0x3f80);
}
