// Matrix products by wgmma, one warp group a tile of 64 x 16: bf16 in rows of 128 swizzled bytes, f16 whose second factor lies with its rows along k, fp8 with
// sums of 128 products added in f32, and tf32 of rounded data.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ unsigned long long descriptor(const void* tile, int leading, int stride, unsigned long long swizzle) { // bytes; 1: of 128 bytes
  return (shared_address(tile) & 0x3ffffu) >> 4 | static_cast<unsigned long long>(leading / 16) << 16 | static_cast<unsigned long long>(stride / 16) << 32 | swizzle << 62;
}
#define MULTIPLY(shape, words, d, a, b, adds)                                                                                                                  \
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %10, 0;\nwgmma.mma_async.sync.aligned." shape " {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p, 1, 1" words ";\n}"  \
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]) : "l"(a), "l"(b), "r"(adds))
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

// fpcheck: wgmma_bf16 <<<1, 128>>> k=256 a=randn:64x256:bf16 b=randn:16x256:bf16 c=empty:64x16:bf16 ref=a@b.T
// expect: wgmma_bf16 clean
__global__ void wgmma_bf16(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* c) {
  __shared__ alignas(1024) __nv_bfloat16 x[64 * 64], y[16 * 64];
  float d[8] = {};
  for (int i = 0; i < k; i += 64) {
    for (int n = threadIdx.x; n < 64 * 64; n += 128) x[n / 64 * 64 + (n % 64 / 8 ^ n / 64 % 8) * 8 + n % 8] = a[n / 64 * k + i + n % 64];
    for (int n = threadIdx.x; n < 16 * 64; n += 128) y[n / 64 * 64 + (n % 64 / 8 ^ n / 64 % 8) * 8 + n % 8] = b[n / 64 * k + i + n % 64];
    begin();
    for (int s = 0; s < 4; ++s) MULTIPLY("m64n16k16.f32.bf16.bf16", ", 0, 0", d, descriptor(x + s * 16, 16, 1024, 1), descriptor(y + s * 16, 16, 1024, 1), 1);
    finish();
  }
  for (int e = 0; e < 8; ++e) c[place(e)] = __float2bfloat16(d[e]);
}

// fpcheck: wgmma_f16_rows_of_k <<<1, 128>>> k=128 a=uniform(-1,1):64x128:f16 b=uniform(-1,1):128x16:f16 c=empty:64x16 ref=a@b
// expect: wgmma_f16_rows_of_k clean
__global__ void wgmma_f16_rows_of_k(int k, const __half* a, const __half* b, float* c) {
  __shared__ alignas(128) __half x[64 * 16], y[16 * 16];
  float d[8] = {};
  for (int i = 0; i < k; i += 16) {
    for (int n = threadIdx.x; n < 64 * 16; n += 128) x[n / 128 * 128 + n % 16 / 8 * 64 + n / 16 % 8 * 8 + n % 8] = a[n / 16 * k + i + n % 16];
    for (int n = threadIdx.x; n < 16 * 16; n += 128) y[n / 128 * 128 + n % 16 / 8 * 64 + n / 16 % 8 * 8 + n % 8] = b[(i + n / 16) * 16 + n % 16]; // eight of k by eight columns
    begin();
    MULTIPLY("m64n16k16.f32.f16.f16", ", 0, 1", d, descriptor(x, 128, 256, 0), descriptor(y, 256, 128, 0), 1);
    finish();
  }
  for (int e = 0; e < 8; ++e) c[place(e)] = d[e];
}

// fpcheck: wgmma_e4m3 <<<1, 128>>> k=1024 scale=0.03125 a=uniform(0,4):64x1024:e4m3fn b=uniform(0,4):16x1024:e4m3fn c=empty:64x16:bf16 ref=a@b.T*0.03125
// expect: wgmma_e4m3 clean
__global__ void wgmma_e4m3(int k, float scale, const unsigned char* a, const unsigned char* b, __nv_bfloat16* c) {
  __shared__ alignas(128) unsigned char x[64 * 32], y[16 * 32];
  float d[8] = {}, sum[8] = {};
  for (int i = 0; i < k; i += 32) {
    for (int n = threadIdx.x; n < 64 * 32; n += 128) x[n / 256 * 256 + n % 32 / 16 * 128 + n / 32 % 8 * 16 + n % 16] = a[n / 32 * k + i + n % 32];
    for (int n = threadIdx.x; n < 16 * 32; n += 128) y[n / 256 * 256 + n % 32 / 16 * 128 + n / 32 % 8 * 16 + n % 16] = b[n / 32 * k + i + n % 32];
    begin();
    MULTIPLY("m64n16k32.f32.e4m3.e4m3", "", d, descriptor(x, 128, 256, 0), descriptor(y, 128, 256, 0), i % 128 != 0 ? 1 : 0);
    finish();
    if (i % 128 == 96)
      for (int e = 0; e < 8; ++e) sum[e] += d[e];
  }
  for (int e = 0; e < 8; ++e) c[place(e)] = __float2bfloat16(sum[e] * scale);
}

__device__ float rounded(float x) {
  unsigned r;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(x));
  return __uint_as_float(r);
}

// fpcheck: wgmma_tf32 <<<1, 128>>> k=128 a=uniform(0,1):64x128 b=uniform(0,1):16x128 c=empty:64x16 'ref=let p=a; let q=b; p@q.T' --round p=tf32 --round q=tf32
// expect: wgmma_tf32 clean
__global__ void wgmma_tf32(int k, const float* a, const float* b, float* c) {
  __shared__ alignas(128) float x[64 * 8], y[16 * 8];
  float d[8] = {};
  for (int i = 0; i < k; i += 8) {
    for (int n = threadIdx.x; n < 64 * 8; n += 128) x[n / 64 * 64 + n % 8 / 4 * 32 + n / 8 % 8 * 4 + n % 4] = rounded(a[n / 8 * k + i + n % 8]);
    y[threadIdx.x / 64 * 64 + threadIdx.x % 8 / 4 * 32 + threadIdx.x / 8 % 8 * 4 + threadIdx.x % 4] = rounded(b[threadIdx.x / 8 * k + i + threadIdx.x % 8]);
    begin();
    MULTIPLY("m64n16k8.f32.tf32.tf32", "", d, descriptor(x, 128, 256, 0), descriptor(y, 128, 256, 0), 1);
    finish();
  }
  for (int e = 0; e < 8; ++e) c[place(e)] = d[e];
}
