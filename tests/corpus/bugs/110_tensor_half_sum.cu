// A tile of a matrix product on tensor cores, K = 4096: with sums in half, rounded after each 16 products; and in f32 with one conversion at the end.
#include <cuda_fp16.h>

__device__ unsigned pair(const __half* p) { return *reinterpret_cast<const unsigned*>(p); }

// fpcheck: tensor_half_sum <<<1, 32>>> k=4096 a=uniform(0,1):16x4096:f16 b=uniform(0,1):8x4096:f16 c=empty:16x8:f16
// expect: tensor_half_sum rule=narrow-accumulator line=marked max_findings=3
__global__ void tensor_half_sum(int k, const __half* a, const __half* b, __half* c) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 2;
  unsigned d[2] = {0, 0};
  for (int i = 0; i < k; i += 16) {
    const __half *x = a + row * k + i + part, *y = b + row * k + i + part;
    asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
        : "+r"(d[0]), "+r"(d[1])
        : "r"(pair(x)), "r"(pair(x + 8 * k)), "r"(pair(x + 8)), "r"(pair(x + 8 * k + 8)), "r"(pair(y)), "r"(pair(y + 8))); // expect-line
  }
  *reinterpret_cast<unsigned*>(c + row * 8 + part) = d[0];
  *reinterpret_cast<unsigned*>(c + (row + 8) * 8 + part) = d[1];
}

// fpcheck: tensor_half_data <<<1, 32>>> k=4096 a=uniform(0,1):16x4096:f16 b=uniform(0,1):8x4096:f16 c=empty:16x8:f16
// expect: tensor_half_data clean
__global__ void tensor_half_data(int k, const __half* a, const __half* b, __half* c) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 2;
  float d[4] = {};
  for (int i = 0; i < k; i += 16) {
    const __half *x = a + row * k + i + part, *y = b + row * k + i + part;
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(pair(x)), "r"(pair(x + 8 * k)), "r"(pair(x + 8)), "r"(pair(x + 8 * k + 8)), "r"(pair(y)), "r"(pair(y + 8)));
  }
  for (int e = 0; e < 4; ++e) c[(row + e / 2 * 8) * 8 + part + e % 2] = __float2half(d[e]);
}
