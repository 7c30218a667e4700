// A product of fp8 by wgmma with a sparse A, whose tensor cores keep 14 bits of a sum: all of K = 8192, half of it kept, goes into one; and sums of 128
// kept products each, added in f32.

__device__ unsigned long long descriptor(const void* tile, unsigned long long stride) { // tiles of 8 rows of 16 bytes: 128 bytes to the next 16 columns
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  return (at & 0x3ffffu) >> 4 | 8ull << 16 | stride / 16 << 32;
}
__device__ void load(const unsigned char* from, int rows, int wide, int k, int at, unsigned char* tile) {
  for (int i = threadIdx.x; i < rows * wide; i += 128) {
    const int r = i / wide, c = i % wide;
    tile[r / 8 * 8 * wide + c / 16 * 128 + r % 8 * 16 + c % 16] = from[r * k + at + c];
  }
}
#define MULTIPLY(d, a, b, kept, adds)                                                                                                                                  \
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %11, 0;\nwgmma.mma_async.sp.sync.aligned.m64n16k64.f32.e4m3.e4m3 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, %10, 0, p, 1, 1;\n}" \
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]) : "l"(a), "l"(b), "r"(kept), "r"(adds))
__device__ void store(const float (&d)[8], float* c) {
  const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  for (int e = 0; e < 8; ++e) c[(row + e % 4 / 2 * 8) * 16 + column + e / 4 * 8 + e % 2] = d[e];
}
constexpr unsigned first_and_third = 0x88888888u; // 0 and 2 of each four

// fpcheck: sparse_one_sum <<<1, 128>>> k=8192 a=uniform(0,1):64x4096:e4m3fn b=uniform(0,1):16x8192:e4m3fn c=empty:64x16
// expect: sparse_one_sum rule=narrow-accumulator line=marked max_findings=3
__global__ void sparse_one_sum(int k, const unsigned char* a, const unsigned char* b, float* c) {
  __shared__ alignas(128) unsigned char x[64 * 32], y[16 * 64];
  float d[8] = {};
  for (int i = 0; i < k; i += 64) {
    load(a, 64, 32, k / 2, i / 2, x), load(b, 16, 64, k, i, y);
    asm volatile("fence.proxy.async;\n" ::: "memory");
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;\n" ::: "memory");
    MULTIPLY(d, descriptor(x, 256), descriptor(y, 512), first_and_third, 1); // expect-line
    asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n" ::: "memory");
    __syncthreads();
  }
  store(d, c);
}

// fpcheck: sparse_promoted <<<1, 128>>> k=8192 a=uniform(0,1):64x4096:e4m3fn b=uniform(0,1):16x8192:e4m3fn c=empty:64x16
// expect: sparse_promoted clean
__global__ void sparse_promoted(int k, const unsigned char* a, const unsigned char* b, float* c) {
  __shared__ alignas(128) unsigned char x[64 * 32], y[16 * 64];
  float d[8] = {}, sum[8] = {};
  for (int i = 0; i < k; i += 64) {
    load(a, 64, 32, k / 2, i / 2, x), load(b, 16, 64, k, i, y);
    asm volatile("fence.proxy.async;\n" ::: "memory");
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;\n" ::: "memory");
    MULTIPLY(d, descriptor(x, 256), descriptor(y, 512), first_and_third, i % 256 != 0 ? 1 : 0);
    asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n" ::: "memory");
    __syncthreads();
    if (i % 256 == 192)
      for (int e = 0; e < 8; ++e) sum[e] += d[e];
  }
  store(sum, c);
}
