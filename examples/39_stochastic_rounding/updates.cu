// A training run in bf16: 64 updates of a quarter ulp each should move a weight by 16 ulps. Rounded to the nearest it does not move, a bias of -16. Rounded
// stochastically each weight ends somewhere else, with a standard deviation of sqrt(64 p (1 - p)) = 3.5 ulps for p = 1/4, and their mean over 1024
// weights is within 3 sqrt(64 p (1 - p) / 1024) = 0.325 of 16. Random bits that depend on the weight alone, and not on the step, round every update
// of a weight the same way: some weights fly off and most stay; `spread` is the mean square in units of the stated one.
#include <cstdio>

__device__ unsigned mixed(unsigned x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

/// The bits of a bf16 weight between 1 and 2 after an update of a quarter of its ulp, 0x4000 in the bits of an f32, with random bits below its last.
__device__ unsigned updated(unsigned weight, unsigned random) { return ((weight << 16) + 0x4000u + (random & 0xffffu)) >> 16; }

// fpcheck: nearest <<<4, 256>>> moved=inout:zeros:1:i32 squares=inout:zeros:1:i32 --range 'bias=[-0.325,0.325]' --expect out-of-range
// fpcheck+ mean <<<1, 1>>> bias=empty:1 spread=empty:1
__global__ void nearest(int* __restrict__ moved, int* __restrict__ squares) {
  unsigned weight = 0x3f80;
  for (int t = 0; t < 64; ++t) weight = updated(weight, 0x7fffu);
  const int ulps = static_cast<int>(weight) - 0x3f80;
  atomicAdd(moved, ulps), atomicAdd(squares, (ulps - 16) * (ulps - 16));
}

// fpcheck: stochastic <<<4, 256>>> moved=inout:zeros:1:i32 squares=inout:zeros:1:i32 --range 'bias=[-0.325,0.325]' --range 'spread=[0.8,1.2]' --expect clean
// fpcheck+ mean <<<1, 1>>> bias=empty:1 spread=empty:1
__global__ void stochastic(int* __restrict__ moved, int* __restrict__ squares) {
  unsigned weight = 0x3f80;
  for (int t = 0; t < 64; ++t) weight = updated(weight, mixed((blockIdx.x * 256 + threadIdx.x) * 64 + t));
  const int ulps = static_cast<int>(weight) - 0x3f80;
  atomicAdd(moved, ulps), atomicAdd(squares, (ulps - 16) * (ulps - 16));
}

// fpcheck: same_bits <<<4, 256>>> moved=inout:zeros:1:i32 squares=inout:zeros:1:i32 --range 'spread=[0.8,1.2]' --expect out-of-range
// fpcheck+ mean <<<1, 1>>> bias=empty:1 spread=empty:1
__global__ void same_bits(int* __restrict__ moved, int* __restrict__ squares) {
  unsigned weight = 0x3f80;
  for (int t = 0; t < 64; ++t) weight = updated(weight, mixed(blockIdx.x * 256 + threadIdx.x));
  const int ulps = static_cast<int>(weight) - 0x3f80;
  atomicAdd(moved, ulps), atomicAdd(squares, (ulps - 16) * (ulps - 16));
}

__global__ void mean(const int* __restrict__ moved, const int* __restrict__ squares, float* __restrict__ bias, float* __restrict__ spread) {
  *bias = *moved / 1024.0f - 16;
  *spread = *squares / (1024.0f * 64 * 0.1875f);
  printf("bias %.3f ulp of 16, spread %.3f", *bias, *spread);
}
