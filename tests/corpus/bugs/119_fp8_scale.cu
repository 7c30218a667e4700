// A matrix product of fp8 on tensor cores, whose first factor is quantised on the way: with the scale of the smallest magnitude, so that the largest are
// clamped; and with that of the largest.
#include <cuda_fp8.h>

__device__ unsigned four(const unsigned char* p) { return *reinterpret_cast<const unsigned*>(p); }
__device__ unsigned quantised(const float* p, float scale) {
  unsigned out = 0;
  for (int e = 0; e < 4; ++e) out |= static_cast<unsigned>(__nv_cvt_float_to_fp8(p[e] / scale, __NV_SATFINITE, __NV_E4M3)) << (8 * e); // expect-line
  return out;
}
__device__ void multiply(int k, float scale, const float* a, const unsigned char* b, float* c) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 4;
  float d[4] = {};
  for (int i = 0; i < k; i += 32) {
    const float* x = a + row * k + i + part;
    const unsigned char* y = b + row * k + i + part;
    asm("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(quantised(x, scale)), "r"(quantised(x + 8 * k, scale)), "r"(quantised(x + 16, scale)), "r"(quantised(x + 8 * k + 16, scale)), "r"(four(y)), "r"(four(y + 16)));
  }
  for (int e = 0; e < 4; ++e) c[(row + e / 2 * 8) * 8 + threadIdx.x % 4 * 2 + e % 2] = d[e] * scale;
}

// fpcheck: fp8_clamped <<<1, 32>>> k=256 scale=0.0009765625 a=uniform(-1,1):16x256 b=randn:8x256:e4m3fn c=empty:16x8
// expect: fp8_clamped rule=saturated line=marked max_findings=3
__global__ void fp8_clamped(int k, float scale, const float* a, const unsigned char* b, float* c) { multiply(k, scale, a, b, c); }

// fpcheck: fp8_scaled <<<1, 32>>> k=256 scale=0.00390625 a=uniform(-1,1):16x256 b=randn:8x256:e4m3fn c=empty:16x8
// expect: fp8_scaled clean
__global__ void fp8_scaled(int k, float scale, const float* a, const unsigned char* b, float* c) { multiply(k, scale, a, b, c); }
