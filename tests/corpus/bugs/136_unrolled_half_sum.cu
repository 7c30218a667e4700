// A sum in binary16 whose loop the compiler unrolls: no register is carried round, and the sum is as narrow as before.
#include <cuda_fp16.h>

// fpcheck: sum_of_row <<<2, 32>>> x=uniform(0,1):64x48:f16 y=empty:64:f16
// expect: sum_of_row rule=narrow-accumulator|narrowing line=marked
__global__ void sum_of_row(const __half* x, __half* y) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  __half s = __float2half(0.f);
#pragma unroll
  for (int k = 0; k < 48; ++k) s = __hadd(s, x[48 * i + k]); // expect-line
  y[i] = s;
}

// fpcheck: sum_of_row_wide <<<2, 32>>> x=uniform(0,1):64x48:f16 y=empty:64:f16
// expect: sum_of_row_wide clean
__global__ void sum_of_row_wide(const __half* x, __half* y) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  float s = 0.f;
#pragma unroll
  for (int k = 0; k < 48; ++k) s += __half2float(x[48 * i + k]);
  y[i] = __float2half(s);
}
