// Two warps multiply tiles that both fill, each warp reading all of A by ldmatrix. Its reads are ordered within the warp only: without a second __syncthreads a
// warp that is ahead refills the tile while the other still reads it.
#include <cuda_fp16.h>

__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ unsigned pair(const __half* p) { return *reinterpret_cast<const unsigned*>(p); }

template <bool Waits>
__device__ void multiply(int k, const __half* a, const __half* b, float* c) {
  __shared__ alignas(16) __half tile[16 * 16];
  const int lane = threadIdx.x % 32, first = threadIdx.x / 32 * 8;
  float d[4] = {};
  for (int i = 0; i < k; i += 16) {
    for (int n = threadIdx.x; n < 256; n += 64) tile[n] = a[n / 16 * k + i + n % 16]; // expect-line
    __syncthreads();
    unsigned x[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(shared_address(tile + lane % 16 * 16 + lane / 16 * 8)) : "memory"); // expect-line
    const __half* const y = b + (first + lane / 4) * k + i + lane % 4 * 2;
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(pair(y)), "r"(pair(y + 8)));
    if (Waits) __syncthreads();
  }
  for (int e = 0; e < 4; ++e) c[(lane / 4 + e / 2 * 8) * 16 + first + lane % 4 * 2 + e % 2] = d[e];
}

// fpcheck: refilled_early <<<1, 64>>> k=256 a=randn:16x256:f16 b=randn:16x256:f16 c=empty:16x16
// expect: refilled_early rule=race line=marked
__global__ void refilled_early(int k, const __half* a, const __half* b, float* c) { multiply<false>(k, a, b, c); }

// fpcheck: refilled_late <<<1, 64>>> k=256 a=randn:16x256:f16 b=randn:16x256:f16 c=empty:16x16 ref=a@b.T
// expect: refilled_late clean
__global__ void refilled_late(int k, const __half* a, const __half* b, float* c) { multiply<true>(k, a, b, c); }
