// A tile in shared memory that a warp refills as soon as it has read it by ldmatrix: no lane goes on before all have reached the instruction, which reads
// for the whole warp at once, so that the stores behind it need no __syncwarp. Those before it are ordered likewise.
#include <cuda_fp16.h>

__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__device__ void fill(__half* tile, int k, int i, const __half* a, const __half* b) {
  for (int n = threadIdx.x; n < 24 * 16; n += 32) tile[n] = n < 256 ? a[n / 16 * k + i + n % 16] : b[(n / 16 - 16) * k + i + n % 16];
}

// fpcheck: refilled <<<1, 32>>> k=512 a=randn:16x512:f16 b=randn:8x512:f16 c=empty:16x8 ref=a@b.T
// expect: refilled clean
__global__ void refilled(int k, const __half* a, const __half* b, float* c) {
  __shared__ alignas(16) __half tile[24 * 16];
  const int lane = threadIdx.x;
  float d[4] = {};
  fill(tile, k, 0, a, b);
  for (int i = 0; i < k; i += 16) {
    __syncwarp();
    unsigned x[4], y[2];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(shared_address(tile + lane % 16 * 16 + lane / 16 * 8)) : "memory");
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(y[0]), "=r"(y[1]) : "r"(shared_address(tile + 256 + lane % 8 * 16 + lane / 8 % 2 * 8)) : "memory");
    if (i + 16 < k) fill(tile, k, i + 16, a, b); // the next tile, while the tensor cores multiply this one
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]) : "memory");
  }
  for (int e = 0; e < 4; ++e) c[(lane / 4 + e / 2 * 8) * 8 + lane % 4 * 2 + e % 2] = d[e];
}

// fpcheck: turned_in_place <<<1, 32>>> a=randn:8x8:f16 c=empty:8x8:f16 ref=a.T
// expect: turned_in_place clean
__global__ void turned_in_place(const __half* a, __half* c) {
  __shared__ alignas(16) __half tile[8 * 8];
  const int lane = threadIdx.x;
  reinterpret_cast<unsigned*>(tile)[lane] = reinterpret_cast<const unsigned*>(a)[lane];
  __syncwarp();
  unsigned x;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(x) : "r"(shared_address(tile + lane % 8 * 8)) : "memory");
  reinterpret_cast<unsigned*>(tile)[lane] = x;
  __syncwarp();
  for (int n = lane; n < 64; n += 32) c[n] = tile[n];
}
