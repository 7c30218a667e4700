// A tile of a matrix product of f32 data on tensor cores: they ignore 13 bits of every operand, which the caller wanted; and with the operands rounded on purpose.

// fpcheck: tensor_tf32 <<<1, 32>>> k=256 a=randn:16x256 b=randn:8x256 c=empty:16x8
// expect: tensor_tf32 rule=narrowing line=marked max_findings=3
__global__ void tensor_tf32(int k, const float* a, const float* b, float* c) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4;
  float d[4] = {};
  for (int i = 0; i < k; i += 8) {
    const float *x = a + row * k + i + part, *y = b + row * k + i + part;
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(__float_as_uint(x[0])), "r"(__float_as_uint(x[8 * k])), "r"(__float_as_uint(x[4])), "r"(__float_as_uint(x[8 * k + 4])), "r"(__float_as_uint(y[0])), "r"(__float_as_uint(y[4]))); // expect-line
  }
  for (int e = 0; e < 4; ++e) c[(row + e / 2 * 8) * 8 + part * 2 + e % 2] = d[e];
}

__device__ unsigned rounded(float x) {
  unsigned r;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(x));
  return r;
}

// fpcheck: tensor_tf32_rounded <<<1, 32>>> k=256 a=randn:16x256 b=randn:8x256 c=empty:16x8
// expect: tensor_tf32_rounded clean
__global__ void tensor_tf32_rounded(int k, const float* a, const float* b, float* c) {
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
