// Products by wgmma, which read tiles of shared memory while the warps go on: tiles that no fence has shown to them, and a tile that is filled anew while a
// product may still read it; and as it should be.
#include <cuda_bf16.h>

__device__ unsigned long long descriptor(const void* tile) { // tiles of 8 rows of 16 bytes: 128 bytes to the next 8 columns, 256 to the next 8 rows
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  return (at & 0x3ffffu) >> 4 | 8ull << 16 | 16ull << 32;
}
__device__ void load(const __nv_bfloat16* from, int rows, int k, int at, __nv_bfloat16* tile) {
  for (int i = threadIdx.x; i < rows * 16; i += 128) tile[i / 128 * 128 + i % 16 / 8 * 64 + i / 16 % 8 * 8 + i % 8] = from[i / 16 * k + at + i % 16]; // expect-line
}
#define MULTIPLY(d, a, b)                                                                                                                                      \
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b))
__device__ void store(const float (&d)[4], float* c) {
  for (int e = 0; e < 4; ++e) c[(threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + e / 2 * 8) * 8 + threadIdx.x % 4 * 2 + e % 2] = d[e];
}

/// Two tiles in turn. `Shows`: to the asynchronous proxy. `InFlight`: how many of the newest products may still run when a tile is filled anew.
template <bool Shows, int InFlight>
__device__ void multiply(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) {
  __shared__ alignas(128) __nv_bfloat16 x[2][64 * 16], y[2][8 * 16];
  float d[4] = {};
  for (int i = 0; i < k; i += 16) {
    const int s = i / 16 % 2;
    load(a, 64, k, i, x[s]), load(b, 8, k, i, y[s]);
    if (Shows) asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    MULTIPLY(d, descriptor(x[s]), descriptor(y[s])); // expect-line
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(InFlight) : "memory");
    __syncthreads();
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  store(d, c);
}

// fpcheck: tiles_unshown <<<1, 128>>> k=64 a=randn:64x64:bf16 b=randn:8x64:bf16 c=empty:64x8
// expect: tiles_unshown rule=race line=marked max_findings=3
__global__ void tiles_unshown(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) { multiply<false, 1>(k, a, b, c); }

// fpcheck: tile_refilled <<<1, 128>>> k=64 a=randn:64x64:bf16 b=randn:8x64:bf16 c=empty:64x8
// expect: tile_refilled rule=race line=marked max_findings=3
__global__ void tile_refilled(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) { multiply<true, 2>(k, a, b, c); }

// fpcheck: tiles_in_turn <<<1, 128>>> k=64 a=randn:64x64:bf16 b=randn:8x64:bf16 c=empty:64x8 ref=a@b.T
// expect: tiles_in_turn clean
__global__ void tiles_in_turn(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) { multiply<true, 1>(k, a, b, c); }
