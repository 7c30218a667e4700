// A matrix product whose inner extent four warps share: their parts go through shared memory in bf16; and in f32. And tiles that are overwritten while
// other warps still read them by ldmatrix.
#include <cuda_bf16.h>

__device__ unsigned pair(const __nv_bfloat16* p) { return *reinterpret_cast<const unsigned*>(p); }
__device__ void multiply(int k, int from, int to, const __nv_bfloat16* a, const __nv_bfloat16* b, float (&d)[4]) {
  const int row = threadIdx.x % 32 / 4, part = threadIdx.x % 4 * 2;
  for (int i = from; i < to; i += 16) {
    const __nv_bfloat16 *x = a + row * k + i + part, *y = b + row * k + i + part;
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(pair(x)), "r"(pair(x + 8 * k)), "r"(pair(x + 8)), "r"(pair(x + 8 * k + 8)), "r"(pair(y)), "r"(pair(y + 8)));
  }
}
__device__ int place(int e) { return (threadIdx.x % 32 / 4 + e / 2 * 8) * 8 + threadIdx.x % 4 * 2 + e % 2; }

// fpcheck: parts_in_bf16 <<<1, 128>>> k=512 a=uniform(0,1):16x512:bf16 b=uniform(0,1):8x512:bf16 c=empty:16x8 ref=a@b.T
// expect: parts_in_bf16 rule=mismatch line=marked max_findings=3
__global__ void parts_in_bf16(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) {
  __shared__ __nv_bfloat16 parts[4][128];
  const int w = threadIdx.x / 32;
  float d[4] = {};
  multiply(k, w * k / 4, (w + 1) * k / 4, a, b, d);
  for (int e = 0; e < 4; ++e) parts[w][place(e)] = __float2bfloat16(d[e]);
  __syncthreads();
  float sum = 0;
  for (int p = 0; p < 4; ++p) sum += __bfloat162float(parts[p][threadIdx.x]);
  c[threadIdx.x] = sum; // expect-line
}

// fpcheck: parts_in_f32 <<<1, 128>>> k=512 a=uniform(0,1):16x512:bf16 b=uniform(0,1):8x512:bf16 c=empty:16x8 ref=a@b.T
// expect: parts_in_f32 clean
__global__ void parts_in_f32(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) {
  __shared__ float parts[4][128];
  const int w = threadIdx.x / 32;
  float d[4] = {};
  multiply(k, w * k / 4, (w + 1) * k / 4, a, b, d);
  for (int e = 0; e < 4; ++e) parts[w][place(e)] = d[e];
  __syncthreads();
  float sum = 0;
  for (int p = 0; p < 4; ++p) sum += parts[p][threadIdx.x];
  c[threadIdx.x] = sum;
}

__device__ void load_fragments(const __nv_bfloat16* tile, unsigned (&x)[4]) {
  const int lane = threadIdx.x % 32;
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tile + lane % 16 * 16 + lane / 16 * 8));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(at) : "memory"); // expect-line
}
template <bool Waits>
__device__ void multiply_shared(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) {
  __shared__ alignas(16) __nv_bfloat16 tile[256];
  const int row = threadIdx.x % 32 / 4, part = threadIdx.x % 4 * 2, w = threadIdx.x / 32;
  float d[4] = {};
  for (int i = 0; i < k; i += 16) {
    for (int n = threadIdx.x; n < 256; n += 64) tile[n] = a[n / 16 * k + i + n % 16]; // expect-line
    __syncthreads();
    unsigned x[4];
    load_fragments(tile, x);
    const __nv_bfloat16* y = b + (w * 8 + row) * k + i + part;
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(pair(y)), "r"(pair(y + 8)));
    if (Waits) __syncthreads();
  }
  for (int e = 0; e < 4; ++e) c[(row + e / 2 * 8) * 16 + w * 8 + part + e % 2] = d[e];
}

// fpcheck: tile_overwritten <<<1, 64>>> k=128 a=randn:16x128:bf16 b=randn:16x128:bf16 c=empty:16x16
// expect: tile_overwritten rule=race line=marked max_findings=3
__global__ void tile_overwritten(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) { multiply_shared<false>(k, a, b, c); }

// fpcheck: tile_kept <<<1, 64>>> k=128 a=randn:16x128:bf16 b=randn:16x128:bf16 c=empty:16x16
// expect: tile_kept clean
__global__ void tile_kept(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) { multiply_shared<true>(k, a, b, c); }
