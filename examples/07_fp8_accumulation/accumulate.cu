// A dot product of e4m3 data of one sign, K = 4096. Fast paths keep the running sum in few bits: here in f16, whose ulp has grown to 1
// when the sum reaches 1024, so that most products are swallowed. The repaired kernel promotes: after every 32 products the partial sum,
// still small, is added to an f32 accumulator.
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__device__ __half number(const __nv_fp8_e4m3* x, int i) { return static_cast<__half>(x[i]); }

// fpcheck: dot_unpromoted <<<1, 32>>> K=4096 a=uniform(0.5,1):32xK:e4m3fn b=uniform(0.5,1):32xK:e4m3fn out=empty:32 --expect narrow-accumulator
__global__ void dot_unpromoted(const __nv_fp8_e4m3* __restrict__ a, const __nv_fp8_e4m3* __restrict__ b, float* __restrict__ out, int K) {
  const int row = threadIdx.x * K;
  __half sum = __float2half(0.0f);
  for (int k = 0; k < K; ++k) sum = __hfma(number(a, row + k), number(b, row + k), sum);
  out[threadIdx.x] = __half2float(sum);
}

// fpcheck: dot_promoted <<<1, 32>>> K=4096 a=uniform(0.5,1):32xK:e4m3fn b=uniform(0.5,1):32xK:e4m3fn out=empty:32 --expect clean
__global__ void dot_promoted(const __nv_fp8_e4m3* __restrict__ a, const __nv_fp8_e4m3* __restrict__ b, float* __restrict__ out, int K) {
  const int row = threadIdx.x * K;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    float part = 0.0f;
    for (int i = k; i < k + 32; ++i) part += __half2float(__hmul(number(a, row + i), number(b, row + i)));
    sum += part;
  }
  out[threadIdx.x] = sum;
}
