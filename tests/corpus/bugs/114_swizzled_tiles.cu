// A matrix product of bf16 by wgmma whose descriptors promise rows of 128 bytes with their pieces of 16 bytes swizzled: the copy forgets that; and does it.
// And one whose descriptor counts the bytes to the next eight rows wrongly.
#include <cuda_bf16.h>

__device__ unsigned long long descriptor(const void* tile, int stride) {
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  return (at & 0x3ffffu) >> 4 | 1ull << 16 | static_cast<unsigned long long>(stride / 16) << 32 | 1ull << 62;
}
template <bool Swizzles>
__device__ void load(const __nv_bfloat16* from, int rows, int k, int at, __nv_bfloat16* tile) {
  for (int i = threadIdx.x; i < rows * 64; i += 128) {
    const int r = i / 64, piece = i % 64 / 8;
    tile[r * 64 + (Swizzles ? piece ^ r % 8 : piece) * 8 + i % 8] = from[r * k + at + i % 64];
  }
}
#define MULTIPLY(d, a, b)                                                                                                                                      \
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b))

template <bool Swizzles, int Stride>
__device__ void multiply(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float (&d)[4]) {
  __shared__ alignas(1024) __nv_bfloat16 x[64 * 64], y[8 * 64];
  for (int i = 0; i < k; i += 64) {
    load<Swizzles>(a, 64, k, i, x), load<Swizzles>(b, 8, k, i, y);
    asm volatile("fence.proxy.async;\n" ::: "memory");
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;\n" ::: "memory");
    for (int s = 0; s < 4; ++s) MULTIPLY(d, descriptor(x + s * 16, Stride), descriptor(y + s * 16, 1024));
    asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n" ::: "memory");
    __syncthreads();
  }
}

// fpcheck: tiles_as_rows <<<1, 128>>> k=256 a=randn:64x256:bf16 b=randn:8x256:bf16 c=empty:64x8 ref=a@b.T
// expect: tiles_as_rows rule=mismatch line=marked max_findings=3
__global__ void tiles_as_rows(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) {
  const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  float d[4] = {};
  multiply<false, 1024>(k, a, b, d);
  for (int e = 0; e < 4; ++e) c[(row + e / 2 * 8) * 8 + column + e % 2] = d[e]; // expect-line
}

// fpcheck: tiles_half_apart <<<1, 128>>> k=256 a=randn:64x256:bf16 b=randn:8x256:bf16 c=empty:64x8 ref=a@b.T
// expect: tiles_half_apart rule=mismatch line=marked max_findings=3
__global__ void tiles_half_apart(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) {
  const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  float d[4] = {};
  multiply<true, 512>(k, a, b, d);
  for (int e = 0; e < 4; ++e) c[(row + e / 2 * 8) * 8 + column + e % 2] = d[e]; // expect-line
}

// fpcheck: tiles_swizzled <<<1, 128>>> k=256 a=randn:64x256:bf16 b=randn:8x256:bf16 c=empty:64x8 ref=a@b.T
// expect: tiles_swizzled clean
__global__ void tiles_swizzled(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) {
  const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  float d[4] = {};
  multiply<true, 1024>(k, a, b, d);
  for (int e = 0; e < 4; ++e) c[(row + e / 2 * 8) * 8 + column + e % 2] = d[e];
}
