// A matrix product of bf16 data, K = 4096, accumulated in bf16; and in f32 with one conversion at the end.
#include <cuda_bf16.h>

// fpcheck: gemm_bf16_sum <<<1, (8, 8)>>> k=4096 a=uniform(0,1):8x4096:bf16 b=uniform(0,1):4096x8:bf16 c=empty:8x8:bf16
// expect: gemm_bf16_sum rule=narrow-accumulator|absorption line=marked max_findings=3
__global__ void gemm_bf16_sum(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* c) {
  __nv_bfloat16 sum = __float2bfloat16(0.f);
  for (int i = 0; i < k; ++i)
    sum = __hfma(a[threadIdx.y * k + i], b[i * 8 + threadIdx.x], sum); // expect-line
  c[threadIdx.y * 8 + threadIdx.x] = sum;
}

// fpcheck: gemm_bf16_data <<<1, (8, 8)>>> k=4096 a=uniform(0,1):8x4096:bf16 b=uniform(0,1):4096x8:bf16 c=empty:8x8:bf16
// expect: gemm_bf16_data clean
__global__ void gemm_bf16_data(int k, const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* c) {
  float sum = 0.f;
  for (int i = 0; i < k; ++i)
    sum = fmaf(__bfloat162float(a[threadIdx.y * k + i]), __bfloat162float(b[i * 8 + threadIdx.x]), sum);
  c[threadIdx.y * 8 + threadIdx.x] = __float2bfloat16(sum);
}
