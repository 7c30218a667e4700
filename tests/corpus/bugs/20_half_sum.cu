// A sum of 4096 ones carried in half stops at 2048, where one is half a unit in the last place.
#include <cuda_fp16.h>

// fpcheck: sum_in_half <<<1, 32>>> n=4096 x=const(1):32x4096:f16 out=empty:32:f16
// expect: sum_in_half rule=narrow-accumulator|absorption line=marked max_findings=3
__global__ void sum_in_half(int n, const __half* x, __half* out) {
  __half sum = __float2half(0.f);
  for (int i = 0; i < n; ++i)
    sum = __hadd(sum, x[threadIdx.x * n + i]); // expect-line
  out[threadIdx.x] = sum;
}

// fpcheck: sum_in_float <<<1, 32>>> n=4096 x=const(1):32x4096:f16 out=empty:32:f16
// expect: sum_in_float clean
__global__ void sum_in_float(int n, const __half* x, __half* out) {
  float sum = 0.f;
  for (int i = 0; i < n; ++i) sum += __half2float(x[threadIdx.x * n + i]);
  out[threadIdx.x] = __float2half(sum);
}
