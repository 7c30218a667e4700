// Matrix products by wgmma whose A is sparse, one warp group a tile of 64 x 16: of four elements of a row the first two are kept. f16, and fp8 with sums
// of 128 kept products added in f32.
#include <cuda_fp16.h>

__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ unsigned long long descriptor(const void* tile, int leading, int stride) { // bytes
  return (shared_address(tile) & 0x3ffffu) >> 4 | static_cast<unsigned long long>(leading / 16) << 16 | static_cast<unsigned long long>(stride / 16) << 32;
}
#define MULTIPLY(shape, words, d, a, b, kept, adds)                                                                                                                    \
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %11, 0;\nwgmma.mma_async.sp.sync.aligned." shape " {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, %10, 0, p, 1, 1" words ";\n}" \
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]) : "l"(a), "l"(b), "r"(kept), "r"(adds))
__device__ void begin() {
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ void finish() {
  asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
  __syncthreads();
}
__device__ int place(int e) { return (threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + e % 4 / 2 * 8) * 16 + threadIdx.x % 4 * 2 + e / 4 * 8 + e % 2; }

constexpr unsigned first_two = 0x44444444u; // 0 and 1 of each four

// fpcheck: wgmma_sparse_f16 <<<1, 128>>> k=256 a=randn:64x64x2:f16 b=randn:16x64x4:f16 c=empty:64x16 'ref=einsum("mgi,ngi->mn", a, b[:,:,0:2])'
// expect: wgmma_sparse_f16 clean
__global__ void wgmma_sparse_f16(int k, const __half* a, const __half* b, float* c) {
  __shared__ alignas(128) __half x[64 * 16], y[16 * 32];
  float d[8] = {};
  for (int i = 0; i < k; i += 32) {
    for (int n = threadIdx.x; n < 64 * 16; n += 128) x[n / 128 * 128 + n % 16 / 8 * 64 + n / 16 % 8 * 8 + n % 8] = a[n / 16 * (k / 2) + i / 2 + n % 16];
    for (int n = threadIdx.x; n < 16 * 32; n += 128) y[n / 256 * 256 + n % 32 / 8 * 64 + n / 32 % 8 * 8 + n % 8] = b[n / 32 * k + i + n % 32];
    begin();
    MULTIPLY("m64n16k32.f32.f16.f16", ", 0, 0", d, descriptor(x, 128, 256), descriptor(y, 128, 512), first_two, 1);
    finish();
  }
  for (int e = 0; e < 8; ++e) c[place(e)] = d[e];
}

// fpcheck: wgmma_sparse_e4m3 <<<1, 128>>> k=2048 a=uniform(0,4):64x512x2:e4m3fn b=uniform(0,4):16x512x4:e4m3fn c=empty:64x16 'ref=einsum("mgi,ngi->mn", a, b[:,:,0:2])'
// expect: wgmma_sparse_e4m3 clean
__global__ void wgmma_sparse_e4m3(int k, const unsigned char* a, const unsigned char* b, float* c) {
  __shared__ alignas(128) unsigned char x[64 * 32], y[16 * 64];
  float d[8] = {}, sum[8] = {};
  for (int i = 0; i < k; i += 64) {
    for (int n = threadIdx.x; n < 64 * 32; n += 128) x[n / 256 * 256 + n % 32 / 16 * 128 + n / 32 % 8 * 16 + n % 16] = a[n / 32 * (k / 2) + i / 2 + n % 32];
    for (int n = threadIdx.x; n < 16 * 64; n += 128) y[n / 512 * 512 + n % 64 / 16 * 128 + n / 64 % 8 * 16 + n % 16] = b[n / 64 * k + i + n % 64];
    begin();
    MULTIPLY("m64n16k64.f32.e4m3.e4m3", "", d, descriptor(x, 128, 256), descriptor(y, 128, 512), first_two, i % 256 != 0 ? 1 : 0);
    finish();
    if (i % 256 == 192)
      for (int e = 0; e < 8; ++e) sum[e] += d[e];
  }
  for (int e = 0; e < 8; ++e) c[place(e)] = sum[e];
}
