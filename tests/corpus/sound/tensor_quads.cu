// Products by mma.m8n8k4, of which a warp makes four, one by each quarter of its lanes (4 q to 4 q + 3 and 16 + 4 q to 16 + 4 q + 3): each quarter has a
// fourth of K, and the quarters are added in f32. With A by rows and B by columns, and A by columns and B by rows.
#include <cuda_fp16.h>

__device__ unsigned pair(const __half* p) { return *reinterpret_cast<const unsigned*>(p); }
__device__ void add_quarters(const float (&d)[8], float* c) {
  const int lane = threadIdx.x, row = lane / 16 * 4 + (lane & 1), column = lane & 2;
  for (int e = 0; e < 8; ++e) {
    float sum = d[e] + __shfl_xor_sync(0xffffffffu, d[e], 4);
    sum += __shfl_xor_sync(0xffffffffu, sum, 8);
    if (lane % 16 < 4) c[(row + (e & 2)) * 8 + (e & 4) + column + (e & 1)] = sum;
  }
}

// fpcheck: quads_row_col <<<1, 32>>> k=512 a=randn:8x512:f16 b=randn:8x512:f16 c=empty:8x8 ref=a@b.T
// expect: quads_row_col clean
__global__ void quads_row_col(int k, const __half* a, const __half* b, float* c) {
  const int lane = threadIdx.x, quarter = lane % 16 / 4, line = lane / 16 * 4 + lane % 4;
  float d[8] = {};
  for (int i = quarter * (k / 4); i < (quarter + 1) * (k / 4); i += 4) {
    const __half *x = a + line * k + i, *y = b + line * k + i;
    asm("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%0, %1, %2, %3, %4, %5, %6, %7};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]) : "r"(pair(x)), "r"(pair(x + 2)), "r"(pair(y)), "r"(pair(y + 2)));
  }
  add_quarters(d, c);
}

// fpcheck: quads_col_row <<<1, 32>>> k=512 a=randn:512x8:f16 b=randn:512x8:f16 c=empty:8x8 ref=a.T@b
// expect: quads_col_row clean
__global__ void quads_col_row(int k, const __half* a, const __half* b, float* c) {
  const int lane = threadIdx.x, quarter = lane % 16 / 4, first = lane / 16 * 4, own = lane % 4;
  float d[8] = {};
  for (int i = quarter * (k / 4); i < (quarter + 1) * (k / 4); i += 4) {
    const __half *x = a + (i + own) * 8 + first, *y = b + (i + own) * 8 + first;
    asm("mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%0, %1, %2, %3, %4, %5, %6, %7};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]) : "r"(pair(x)), "r"(pair(x + 2)), "r"(pair(y)), "r"(pair(y + 2)));
  }
  add_quarters(d, c);
}

// A product of four elements in f16 from zero, one rounding: no long sum.
// fpcheck: quads_short_half <<<1, 32>>> a=randn:32x4:f16 b=randn:32x4:f16 c=empty:4x8x8:f16 'ref=einsum("qik,qjk->qij", reshape(a, [4, 8, 4]), reshape(b, [4, 8, 4]))'
// expect: quads_short_half clean
__global__ void quads_short_half(const __half* a, const __half* b, __half* c) {
  const int lane = threadIdx.x, line = lane % 16 / 4 * 8 + lane / 16 * 4 + lane % 4;
  unsigned d[4] = {};
  asm("mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%0, %1, %2, %3};"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(pair(a + line * 4)), "r"(pair(a + line * 4 + 2)), "r"(pair(b + line * 4)), "r"(pair(b + line * 4 + 2)));
  for (int e = 0; e < 4; ++e) *reinterpret_cast<unsigned*>(c + line * 8 + 2 * e) = d[e];
}
