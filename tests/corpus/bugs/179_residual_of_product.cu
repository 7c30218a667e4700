// The residual b - A x of a solution, A x on tensor cores: the product is cast to bf16 before it is taken off, which is nearly all of b; and after. And
// products of fp8 with scales of rows and columns, of which the rows' are taken where the columns' belong.
#include <cuda_bf16.h>

__device__ unsigned pair(const __nv_bfloat16* p) { return *reinterpret_cast<const unsigned*>(p); }
__device__ void multiply(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, float (&d)[4]) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 2;
  for (int i = 0; i < k; i += 16) {
    const __nv_bfloat16 *x = a + row * k + i + part, *y = b + row * k + i + part;
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(pair(x)), "r"(pair(x + 8 * k)), "r"(pair(x + 8)), "r"(pair(x + 8 * k + 8)), "r"(pair(y)), "r"(pair(y + 8)));
  }
}
__device__ int place(int e) { return (threadIdx.x / 4 + e / 2 * 8) * 8 + threadIdx.x % 4 * 2 + e % 2; }

// fpcheck: residual_of_cast <<<1, 32>>> k=64 a=uniform(0.9,1.1):16x64:bf16 x=uniform(0.9,1.1):8x64:bf16 b=uniform(63.5,64.5):16x8 r=empty:16x8:bf16
// expect: residual_of_cast rule=narrowing|cancellation line=marked max_findings=3
__global__ void residual_of_cast(int k, const __nv_bfloat16* a, const __nv_bfloat16* x, const float* b, __nv_bfloat16* r) {
  float d[4] = {};
  multiply(k, a, x, d);
  for (int e = 0; e < 4; ++e) {
    const __nv_bfloat16 product = __float2bfloat16(d[e]); // expect-line
    r[place(e)] = __float2bfloat16(b[place(e)] - __bfloat162float(product)); // expect-line
  }
}

// fpcheck: residual_cast <<<1, 32>>> k=64 a=uniform(0.9,1.1):16x64:bf16 x=uniform(0.9,1.1):8x64:bf16 b=uniform(63.5,64.5):16x8 r=empty:16x8:bf16
// expect: residual_cast clean
__global__ void residual_cast(int k, const __nv_bfloat16* a, const __nv_bfloat16* x, const float* b, __nv_bfloat16* r) {
  float d[4] = {};
  multiply(k, a, x, d);
  for (int e = 0; e < 4; ++e) r[place(e)] = __float2bfloat16(b[place(e)] - d[e]);
}

__device__ unsigned four(const unsigned char* p) { return *reinterpret_cast<const unsigned*>(p); }
template <bool Turns>
__device__ void multiply_scaled(int k, const unsigned char* a, const unsigned char* b, const float* rows, const float* columns, float* c) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 4;
  float sum[4] = {};
  for (int i = 0; i < k; i += 128) {
    float d[4] = {};
    for (int j = i; j < i + 128; j += 32) {
      const unsigned char *x = a + row * k + j + part, *y = b + row * k + j + part;
      asm("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
          : "r"(four(x)), "r"(four(x + 8 * k)), "r"(four(x + 16)), "r"(four(x + 8 * k + 16)), "r"(four(y)), "r"(four(y + 16)));
    }
    for (int e = 0; e < 4; ++e) sum[e] += d[e];
  }
  for (int e = 0; e < 4; ++e) {
    const int r = row + e / 2 * 8, n = threadIdx.x % 4 * 2 + e % 2;
    c[r * 8 + n] = sum[e] * (Turns ? rows[n] * columns[r % 8] : rows[r] * columns[n]); // expect-line
  }
}

// fpcheck: scales_turned <<<1, 32>>> k=256 a=randn:16x256:e4m3fn b=randn:8x256:e4m3fn rows=uniform(0.001,0.1):16 columns=uniform(0.001,0.1):8 c=empty:16x8 'ref=(a@b.T)*rows[:,None]*columns[None,:]'
// expect: scales_turned rule=mismatch line=marked max_findings=3
__global__ void scales_turned(int k, const unsigned char* a, const unsigned char* b, const float* rows, const float* columns, float* c) { multiply_scaled<true>(k, a, b, rows, columns, c); }

// fpcheck: scales_in_place <<<1, 32>>> k=256 a=randn:16x256:e4m3fn b=randn:8x256:e4m3fn rows=uniform(0.001,0.1):16 columns=uniform(0.001,0.1):8 c=empty:16x8 'ref=(a@b.T)*rows[:,None]*columns[None,:]'
// expect: scales_in_place clean
__global__ void scales_in_place(int k, const unsigned char* a, const unsigned char* b, const float* rows, const float* columns, float* c) { multiply_scaled<false>(k, a, b, rows, columns, c); }
