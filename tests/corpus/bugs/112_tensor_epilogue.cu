// The epilogue of a matrix product on tensor cores: sums beyond the range of half are narrowed before they are scaled; and after.
#include <cuda_fp16.h>

__device__ unsigned pair(const __half* p) { return *reinterpret_cast<const unsigned*>(p); }
__device__ void multiply(int k, const __half* a, const __half* b, float (&d)[4]) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 2;
  for (int i = 0; i < k; i += 16) {
    const __half *x = a + row * k + i + part, *y = b + row * k + i + part;
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(pair(x)), "r"(pair(x + 8 * k)), "r"(pair(x + 8)), "r"(pair(x + 8 * k + 8)), "r"(pair(y)), "r"(pair(y + 8)));
  }
}

// fpcheck: tensor_cast_first <<<1, 32>>> k=256 scale=0.001 a=uniform(10,40):16x256:f16 b=uniform(10,40):8x256:f16 c=empty:16x8:f16
// expect: tensor_cast_first rule=saturated|inf-born|overflow line=marked max_findings=3
__global__ void tensor_cast_first(int k, float scale, const __half* a, const __half* b, __half* c) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 2;
  float d[4] = {};
  multiply(k, a, b, d);
  for (int e = 0; e < 4; ++e) {
    const __half sum = __float2half(d[e]); // expect-line
    c[(row + e / 2 * 8) * 8 + part + e % 2] = __float2half(__half2float(sum) * scale);
  }
}

// fpcheck: tensor_scale_first <<<1, 32>>> k=256 scale=0.001 a=uniform(10,40):16x256:f16 b=uniform(10,40):8x256:f16 c=empty:16x8:f16
// expect: tensor_scale_first clean
__global__ void tensor_scale_first(int k, float scale, const __half* a, const __half* b, __half* c) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 2;
  float d[4] = {};
  multiply(k, a, b, d);
  for (int e = 0; e < 4; ++e) c[(row + e / 2 * 8) * 8 + part + e % 2] = __float2half(d[e] * scale);
}
