// Long sums by wgmma: products of a gradient in e5m2 into one f32 sum, of which tensor cores keep 14 bits, and of half with sums in half; with sums of 128 products added in
// f32, and with sums in f32.
#include <cuda_fp16.h>

__device__ unsigned long long descriptor(const void* tile) { // tiles of 8 rows of 16 bytes: 128 bytes to the next 8 columns, 256 to the next 8 rows
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  return (at & 0x3ffffu) >> 4 | 8ull << 16 | 16ull << 32;
}
/// Tiles of 64 x 32 and 8 x 32 bytes, `Together` products in a sum of the tensor cores.
template <int Together>
__device__ void multiply_fp8(int k, const unsigned char* a, const unsigned char* b, float* c) {
  __shared__ alignas(128) unsigned char x[64 * 32], y[8 * 32];
  float d[4] = {}, sum[4] = {};
  for (int i = 0; i < k; i += 32) {
    for (int n = threadIdx.x; n < 64 * 32; n += 128) x[n / 256 * 256 + n % 32 / 16 * 128 + n / 32 % 8 * 16 + n % 16] = a[n / 32 * k + i + n % 32];
    for (int n = threadIdx.x; n < 8 * 32; n += 128) y[n % 32 / 16 * 128 + n / 32 * 16 + n % 16] = b[n / 32 * k + i + n % 32];
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %6, 0;\nwgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e5m2 {%0, %1, %2, %3}, %4, %5, p, 1, 1;\n}"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(descriptor(x)), "l"(descriptor(y)), "r"(i % Together != 0 ? 1 : 0)); // expect-line
    asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
    __syncthreads();
    if (i % Together == Together - 32)
      for (int e = 0; e < 4; ++e) sum[e] += d[e];
  }
  for (int e = 0; e < 4; ++e) c[(threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + e / 2 * 8) * 8 + threadIdx.x % 4 * 2 + e % 2] = sum[e];
}

// fpcheck: gradient_one_sum <<<1, 128>>> k=4096 a=uniform(0,1):64x4096:e4m3fn b=uniform(0,1):8x4096:e5m2 c=empty:64x8
// expect: gradient_one_sum rule=narrow-accumulator line=marked max_findings=3
__global__ void gradient_one_sum(int k, const unsigned char* a, const unsigned char* b, float* c) { multiply_fp8<4096>(k, a, b, c); }

// fpcheck: gradient_promoted <<<1, 128>>> k=4096 a=uniform(0,1):64x4096:e4m3fn b=uniform(0,1):8x4096:e5m2 c=empty:64x8
// expect: gradient_promoted clean
__global__ void gradient_promoted(int k, const unsigned char* a, const unsigned char* b, float* c) { multiply_fp8<128>(k, a, b, c); }

__device__ void load(const __half* from, int rows, int k, int at, __half* tile) {
  for (int i = threadIdx.x; i < rows * 16; i += 128) tile[i / 128 * 128 + i % 16 / 8 * 64 + i / 16 % 8 * 8 + i % 8] = from[i / 16 * k + at + i % 16];
}
__device__ void multiply(unsigned (&d)[2], unsigned long long a, unsigned long long b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%0, %1}, %2, %3, 1, 1, 1, 0, 0;" : "+r"(d[0]), "+r"(d[1]) : "l"(a), "l"(b)); // expect-line
}
__device__ void multiply(float (&d)[4], unsigned long long a, unsigned long long b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b));
}
template <class Sum, int N>
__device__ void multiply_tiles(int k, const __half* a, const __half* b, Sum (&d)[N]) {
  __shared__ alignas(128) __half x[64 * 16], y[8 * 16];
  for (int i = 0; i < k; i += 16) {
    load(a, 64, k, i, x), load(b, 8, k, i, y);
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    multiply(d, descriptor(x), descriptor(y));
    asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
    __syncthreads();
  }
}

// fpcheck: warps_half_sum <<<1, 128>>> k=2048 a=uniform(0,1):64x2048:f16 b=uniform(0,1):8x2048:f16 c=empty:64x8:f16
// expect: warps_half_sum rule=narrow-accumulator line=marked max_findings=3
__global__ void warps_half_sum(int k, const __half* a, const __half* b, __half* c) {
  const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  unsigned d[2] = {};
  multiply_tiles(k, a, b, d);
  for (int r = 0; r < 2; ++r) *reinterpret_cast<unsigned*>(c + (row + r * 8) * 8 + column) = d[r];
}

// fpcheck: warps_single_sum <<<1, 128>>> k=2048 a=uniform(0,1):64x2048:f16 b=uniform(0,1):8x2048:f16 c=empty:64x8:f16
// expect: warps_single_sum clean
__global__ void warps_single_sum(int k, const __half* a, const __half* b, __half* c) {
  const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  float d[4] = {};
  multiply_tiles(k, a, b, d);
  for (int e = 0; e < 4; ++e) c[(row + e / 2 * 8) * 8 + column + e % 2] = __float2half(d[e]);
}
