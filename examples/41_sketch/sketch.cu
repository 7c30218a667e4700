// A sketch keeps distances (Johnson and Lindenstrauss): K sums of a row's D elements with random signs, over the root of K, have the row's length up
// to a factor 1 +- e but for a share of 2 exp(-K (e^2 / 4 - e^3 / 6)) of all sketches. `distortion` counts: with K = 32 and e = 1/2 the statement is
// 0.53, and it is true of some 0.05; the mean of the squared lengths is right. Distances are where sketches go wrong in floats: |a - b|^2 by
// |a|^2 + |b|^2 - 2 a b, which one product of matrices gives for all pairs, cancels where two rows lie close together, and close rows are what one
// looks for. The sketch of the difference costs a pass for each pair and keeps all digits.

#include <cstdio>

/// One pair of rows a block, a sum of the sketch a thread; signs are 0 and 1.
__device__ float sketched(const float* row, const int* signs, int D) {
  float sum = 0;
  for (int i = 0; i < D; ++i) sum += signs[threadIdx.x * D + i] != 0 ? row[i] : -row[i];
  return sum;
}

__device__ float added(float x) {
  for (int lane = 16; lane > 0; lane /= 2) x += __shfl_xor_sync(0xffffffffu, x, lane);
  return x;
}

// fpcheck: by_products <<<P, 32>>> P=16 D=256 x=uniform(10,10.001):PxD y=uniform(10,10.001):PxD signs=randint(0,1):32xD:i32 apart=empty:P --ref 'apart=sum(((y - x) @ (2 * signs - 1).T)^2, 1) / 32' --expect cancellation,mismatch
__global__ void by_products(const float* __restrict__ x, const float* __restrict__ y, const int* __restrict__ signs, float* __restrict__ apart, int D) {
  __shared__ float a[256], b[256];
  for (int i = threadIdx.x; i < D; i += 32) a[i] = x[blockIdx.x * D + i], b[i] = y[blockIdx.x * D + i];
  __syncwarp();
  const float s = sketched(a, signs, D), t = sketched(b, signs, D);
  const float aa = added(s * s), bb = added(t * t), ab = added(s * t);
  if (threadIdx.x == 0) apart[blockIdx.x] = (aa + bb - 2 * ab) / 32;
}

// fpcheck: of_differences <<<P, 32>>> P=16 D=256 x=uniform(10,10.001):PxD y=uniform(10,10.001):PxD signs=randint(0,1):32xD:i32 apart=empty:P --ref 'apart=sum(((y - x) @ (2 * signs - 1).T)^2, 1) / 32' --expect clean
__global__ void of_differences(const float* __restrict__ x, const float* __restrict__ y, const int* __restrict__ signs, float* __restrict__ apart, int D) {
  __shared__ float d[256];
  for (int i = threadIdx.x; i < D; i += 32) d[i] = y[blockIdx.x * D + i] - x[blockIdx.x * D + i];
  __syncwarp();
  const float s = sketched(d, signs, D), all = added(s * s);
  if (threadIdx.x == 0) apart[blockIdx.x] = all / 32;
}

__device__ unsigned mixed(unsigned x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

/// Sketches of one row of ones by 2048 draws of signs, a warp each: every addend is 1 or -1, so that all sums are exact.
// fpcheck: distortion <<<64, 32>>> draws=32 D=96 far=inout:zeros:1:i32 squares=inout:zeros:1:i32 --range 'off=[-0.52,0.0]' --range 'bias=[-0.0166,0.0166]' --expect clean
// fpcheck+ stated <<<1, 1>>> off=empty:1 bias=empty:1
__global__ void distortion(int* __restrict__ far, int* __restrict__ squares, int draws, int D) {
  for (int k = 0; k < draws; ++k) {
    int sum = 0;
    for (int i = 0; i < D; i += 32) sum += 32 - 2 * __popc(mixed(((blockIdx.x * draws + k) * 32 + threadIdx.x) * 32u + i / 32 + 1));
    const int length = __reduce_add_sync(0xffffffffu, sum * sum); // 32 D expected
    if (threadIdx.x == 0) atomicAdd(far, abs(length - 32 * D) > 16 * D), atomicAdd(squares, length);
  }
}

__global__ void stated(const int* __restrict__ far, const int* __restrict__ squares, float* __restrict__ off, float* __restrict__ bias, int draws, int D) {
  const float sketches = 64.0f * draws, share = *far / sketches, bound = 2 * expf(-32 * (0.25f / 4 - 0.125f / 6));
  printf("off by a half: %.4f, stated %.4f; mean %.4f", share, bound, *squares / (sketches * 32 * D));
  *off = share - bound;
  *bias = (*squares - 64 * draws * 32 * D) / (sketches * 32 * D);
}
