// A matrix product of half data, K = 4096, accumulated in half; and in f32 with one conversion at the end.
#include <cuda_fp16.h>

// fpcheck: gemm_half_sum <<<1, (8, 8)>>> k=4096 a=uniform(0,1):8x4096:f16 b=uniform(0,1):4096x8:f16 c=empty:8x8:f16
// expect: gemm_half_sum rule=narrow-accumulator|absorption line=marked max_findings=3
__global__ void gemm_half_sum(int k, const __half* a, const __half* b, __half* c) {
  __half sum = __float2half(0.f);
  for (int i = 0; i < k; ++i)
    sum = __hfma(a[threadIdx.y * k + i], b[i * 8 + threadIdx.x], sum); // expect-line
  c[threadIdx.y * 8 + threadIdx.x] = sum;
}

// fpcheck: gemm_half_data <<<1, (8, 8)>>> k=4096 a=uniform(0,1):8x4096:f16 b=uniform(0,1):4096x8:f16 c=empty:8x8:f16
// expect: gemm_half_data clean
__global__ void gemm_half_data(int k, const __half* a, const __half* b, __half* c) {
  float sum = 0.f;
  for (int i = 0; i < k; ++i)
    sum = fmaf(__half2float(a[threadIdx.y * k + i]), __half2float(b[i * 8 + threadIdx.x]), sum);
  c[threadIdx.y * 8 + threadIdx.x] = __float2half(sum);
}
