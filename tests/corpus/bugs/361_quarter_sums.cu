// Products by mma.m8n8k4, one by each quarter of a warp, K = 4096: with sums in half, rounded after each 4 products; and in f32 with one conversion at the end.
#include <cuda_fp16.h>

__device__ unsigned pair(const __half* p) { return *reinterpret_cast<const unsigned*>(p); }

// fpcheck: quarter_half_sum <<<1, 32>>> k=4096 a=uniform(0,1):32x4096:f16 b=uniform(0,1):32x4096:f16 c=empty:32x8:f16
// expect: quarter_half_sum rule=narrow-accumulator line=marked max_findings=3
__global__ void quarter_half_sum(int k, const __half* a, const __half* b, __half* c) {
  const int lane = threadIdx.x, line = lane % 16 / 4 * 8 + lane / 16 * 4 + lane % 4;
  unsigned d[4] = {};
  for (int i = 0; i < k; i += 4) {
    const __half *x = a + line * k + i, *y = b + line * k + i;
    asm("mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%0, %1, %2, %3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(pair(x)), "r"(pair(x + 2)), "r"(pair(y)), "r"(pair(y + 2))); // expect-line
  }
  for (int e = 0; e < 4; ++e) *reinterpret_cast<unsigned*>(c + line * 8 + 2 * e) = d[e];
}

// fpcheck: quarter_wide_sum <<<1, 32>>> k=4096 a=uniform(0,1):32x4096:f16 b=uniform(0,1):32x4096:f16 c=empty:32x8:f16
// expect: quarter_wide_sum clean
__global__ void quarter_wide_sum(int k, const __half* a, const __half* b, __half* c) {
  const int lane = threadIdx.x, first = lane % 16 / 4 * 8 + lane / 16 * 4, line = first + lane % 4;
  float d[8] = {};
  for (int i = 0; i < k; i += 4) {
    const __half *x = a + line * k + i, *y = b + line * k + i;
    asm("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%0, %1, %2, %3, %4, %5, %6, %7};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]) : "r"(pair(x)), "r"(pair(x + 2)), "r"(pair(y)), "r"(pair(y + 2)));
  }
  for (int e = 0; e < 8; ++e) c[(first + (lane & 1) + (e & 2)) * 8 + (e & 4) + (lane & 2) + (e & 1)] = __float2half(d[e]);
}
