// Matrix products on tensor cores: bf16 and f16 data through shared memory and ldmatrix, and tf32, sums in f32; and in binary64.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

/// Two tiles of 32 rows of 32 bytes, 16 elements of k each, the second of B; then the fragments of a warp.
template <class T>
__device__ void load_tiles(const T* a, const T* b, int k, int at, T (&tile)[32 * 16]) {
  for (int i = threadIdx.x; i < 16 * 16; i += 32) tile[i] = a[(i / 16) * k + at + i % 16];
  for (int i = threadIdx.x; i < 8 * 16; i += 32) tile[256 + i] = b[(i / 16) * k + at + i % 16];
}
__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
template <class T>
__device__ void load_fragments(const T (&tile)[32 * 16], unsigned (&x)[4], unsigned (&y)[2]) {
  const int lane = threadIdx.x;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(shared_address(tile + lane % 16 * 16 + lane / 16 * 8)));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(y[0]), "=r"(y[1]) : "r"(shared_address(tile + 256 + lane % 8 * 16 + lane / 8 % 2 * 8)));
}

// fpcheck: gemm_bf16 <<<1, 32>>> k=512 a=randn:16x512:bf16 b=randn:8x512:bf16 c=empty:16x8 ref=a@b.T
// expect: gemm_bf16 clean
__global__ void gemm_bf16(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) {
  __shared__ alignas(16) __nv_bfloat16 tile[32 * 16];
  float d[4] = {};
  for (int i = 0; i < k; i += 16) {
    load_tiles(a, b, k, i, tile);
    __syncwarp();
    unsigned x[4], y[2];
    load_fragments(tile, x, y);
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    __syncwarp();
  }
  for (int e = 0; e < 4; ++e) c[(threadIdx.x / 4 + e / 2 * 8) * 8 + threadIdx.x % 4 * 2 + e % 2] = d[e];
}

// fpcheck: gemm_f16 <<<1, 32>>> k=512 a=randn:16x512:f16 b=randn:8x512:f16 c=empty:16x8 ref=a@b.T
// expect: gemm_f16 clean
__global__ void gemm_f16(int k, const __half* a, const __half* b, float* c) {
  __shared__ alignas(16) __half tile[32 * 16];
  float d[4] = {};
  for (int i = 0; i < k; i += 16) {
    load_tiles(a, b, k, i, tile);
    __syncwarp();
    unsigned x[4], y[2];
    load_fragments(tile, x, y);
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    __syncwarp();
  }
  for (int e = 0; e < 4; ++e) c[(threadIdx.x / 4 + e / 2 * 8) * 8 + threadIdx.x % 4 * 2 + e % 2] = d[e];
}

// fpcheck: gemm_f64 <<<1, 32>>> k=256 a=randn:8x256:f64 b=randn:8x256:f64 c=empty:8x8:f64 ref=a@b.T
// expect: gemm_f64 clean
__global__ void gemm_f64(int k, const double* a, const double* b, double* c) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4;
  double d[2] = {};
  for (int i = 0; i < k; i += 4)
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(d[0]), "+d"(d[1]) : "d"(a[row * k + i + part]), "d"(b[row * k + i + part]));
  for (int e = 0; e < 2; ++e) c[row * 8 + part * 2 + e] = d[e];
}

__device__ unsigned rounded(float x) {
  unsigned r;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(x));
  return r;
}

// fpcheck: gemm_tf32 <<<1, 32>>> k=256 a=uniform(0,1):16x256 b=uniform(0,1):8x256 c=empty:16x8 'ref=let p=a; let q=b; p@q.T' --round p=tf32 --round q=tf32
// expect: gemm_tf32 clean
__global__ void gemm_tf32(int k, const float* a, const float* b, float* c) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4;
  float d[4] = {};
  for (int i = 0; i < k; i += 8) {
    const float *x = a + row * k + i + part, *y = b + row * k + i + part;
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(rounded(x[0])), "r"(rounded(x[8 * k])), "r"(rounded(x[4])), "r"(rounded(x[8 * k + 4])), "r"(rounded(y[0])), "r"(rounded(y[4])));
  }
  for (int e = 0; e < 4; ++e) c[(row + e / 2 * 8) * 8 + part * 2 + e % 2] = d[e];
}
