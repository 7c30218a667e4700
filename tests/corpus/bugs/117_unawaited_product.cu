// A matrix product of half by wgmma, which goes on while the warps do: its sums are stored before they are waited for; and after.
#include <cuda_fp16.h>

__device__ unsigned long long descriptor(const void* tile) { // tiles of 8 rows of 16 bytes: 128 bytes to the next 8 columns, 256 to the next 8 rows
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  return (at & 0x3ffffu) >> 4 | 8ull << 16 | 16ull << 32;
}
__device__ void load(const __half* from, int rows, int k, int at, __half* tile) {
  for (int i = threadIdx.x; i < rows * 16; i += 128) tile[i / 128 * 128 + i % 16 / 8 * 64 + i / 16 % 8 * 8 + i % 8] = from[i / 16 * k + at + i % 16];
}
#define MULTIPLY(d, a, b)                                                                                                                                      \
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b))
__device__ int place(int e) { return (threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + e / 2 * 8) * 8 + threadIdx.x % 4 * 2 + e % 2; }

// fpcheck: product_unawaited <<<1, 128>>> k=16 a=randn:64x16:f16 b=randn:8x16:f16 c=empty:64x8 ref=a@b.T
// expect: product_unawaited rule=uninitialised line=marked max_findings=3
__global__ void product_unawaited(int k, const __half* a, const __half* b, float* c) {
  __shared__ alignas(128) __half x[64 * 16], y[8 * 16];
  float d[4] = {};
  load(a, 64, k, 0, x), load(b, 8, k, 0, y);
  asm volatile("fence.proxy.async;\n" ::: "memory");
  __syncthreads();
  asm volatile("wgmma.fence.sync.aligned;\n" ::: "memory");
  MULTIPLY(d, descriptor(x), descriptor(y));
  asm volatile("wgmma.commit_group.sync.aligned;\n" ::: "memory");
  for (int e = 0; e < 4; ++e) c[place(e)] = d[e]; // expect-line
}

// fpcheck: product_one_too_few <<<1, 128>>> k=32 a=randn:64x32:f16 b=randn:8x32:f16 c=empty:64x8 ref=a@b.T
// expect: product_one_too_few rule=uninitialised line=marked max_findings=3
__global__ void product_one_too_few(int k, const __half* a, const __half* b, float* c) {
  __shared__ alignas(128) __half x[2][64 * 16], y[2][8 * 16];
  float d[4] = {};
  for (int s = 0; s < 2; ++s) load(a, 64, k, 16 * s, x[s]), load(b, 8, k, 16 * s, y[s]);
  asm volatile("fence.proxy.async;\n" ::: "memory");
  __syncthreads();
  asm volatile("wgmma.fence.sync.aligned;\n" ::: "memory");
  for (int s = 0; s < 2; ++s) {
    MULTIPLY(d, descriptor(x[s]), descriptor(y[s]));
    asm volatile("wgmma.commit_group.sync.aligned;\n" ::: "memory");
  }
  asm volatile("wgmma.wait_group.sync.aligned 1;\n" ::: "memory"); // the last group may still be going on
  for (int e = 0; e < 4; ++e) c[place(e)] = d[e]; // expect-line
}

// fpcheck: product_awaited <<<1, 128>>> k=32 a=randn:64x32:f16 b=randn:8x32:f16 c=empty:64x8 ref=a@b.T
// expect: product_awaited clean
__global__ void product_awaited(int k, const __half* a, const __half* b, float* c) {
  __shared__ alignas(128) __half x[2][64 * 16], y[2][8 * 16];
  float d[4] = {};
  for (int s = 0; s < 2; ++s) load(a, 64, k, 16 * s, x[s]), load(b, 8, k, 16 * s, y[s]);
  asm volatile("fence.proxy.async;\n" ::: "memory");
  __syncthreads();
  asm volatile("wgmma.fence.sync.aligned;\n" ::: "memory");
  for (int s = 0; s < 2; ++s) {
    MULTIPLY(d, descriptor(x[s]), descriptor(y[s]));
    asm volatile("wgmma.commit_group.sync.aligned;\n" ::: "memory");
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;\n" ::: "memory");
  for (int e = 0; e < 4; ++e) c[place(e)] = d[e];
}
