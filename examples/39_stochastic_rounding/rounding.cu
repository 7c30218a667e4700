// Updates smaller than half an ulp of bf16 vanish when the weight is rounded to the nearest. Rounded stochastically, up with a probability equal to
// the part of an ulp that is left, the expected weight is the exact one. Both are measured here over 16,384 draws: `bias` is the mean error in
// ulps. To the nearest it is -0.25 for an addend of a quarter ulp, whatever the number of draws; stochastically it is within
// 3 sqrt(p (1 - p) / 16384) = 0.0102 of zero, and within the same of its stated mean if the random bits are too few to tell a quarter from
// nothing (one bit: half of the draws go up, a bias of 0.25).
#include <cstdio>

__device__ unsigned mixed(unsigned x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

/// 1 + part * 2^-7 rounded to bf16, in ulps above 1: by the bits of `random` below the format's last.
__device__ int rounded(float part, unsigned random) { return (__float_as_uint(1.0f + part * 0x1p-7f) + (random & 0xffffu)) / 65536u - 0x3f80u; }

// fpcheck: nearest <<<1, 256>>> part=0.25 draws=64 up=inout:zeros:1:i32 --range 'bias=[-0.0102,0.0102]' --expect out-of-range
// fpcheck+ mean <<<1, 1>>> part=0.25 draws=64 bias=empty:1
__global__ void nearest(int* __restrict__ up, float part, int draws) {
  int sum = 0;
  for (int k = 0; k < draws; ++k) sum += rounded(part, 0x7fffu);
  atomicAdd(up, sum);
}

// fpcheck: stochastic <<<1, 256>>> part=0.25 draws=64 up=inout:zeros:1:i32 --range 'bias=[-0.0102,0.0102]' --expect clean
// fpcheck+ mean <<<1, 1>>> part=0.25 draws=64 bias=empty:1
__global__ void stochastic(int* __restrict__ up, float part, int draws) {
  int sum = 0;
  for (int k = 0; k < draws; ++k) sum += rounded(part, mixed(threadIdx.x * 4096u + k));
  atomicAdd(up, sum);
}

// fpcheck: one_bit <<<1, 256>>> part=0.25 draws=64 up=inout:zeros:1:i32 --range 'bias=[0.2382,0.2618]' --expect clean
// fpcheck+ mean <<<1, 1>>> part=0.25 draws=64 bias=empty:1
__global__ void one_bit(int* __restrict__ up, float part, int draws) {
  int sum = 0;
  for (int k = 0; k < draws; ++k) sum += rounded(part, mixed(threadIdx.x * 4096u + k) & 1 ? 0xffffu : 0x0000u);
  atomicAdd(up, sum);
}

__global__ void mean(const int* __restrict__ up, float* __restrict__ bias, float part, int draws) {
  *bias = *up / (256.0f * draws) - part;
  printf("bias %f ulp over %d draws", *bias, 256 * draws);
}
