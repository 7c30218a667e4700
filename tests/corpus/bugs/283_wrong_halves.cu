// bfloat16 is the upper half of binary32, and e5m2 that of binary16: the lower half is no number.
#include <cuda_fp16.h>

// fpcheck: pairs_of_lower <<<1, 32>>> x=randn:64 y=empty:64:bf16
// expect: pairs_of_lower rule=narrowing line=marked
__global__ void pairs_of_lower(const float* x, unsigned* y) {
  const unsigned a = __float_as_uint(x[2 * threadIdx.x]), b = __float_as_uint(x[2 * threadIdx.x + 1]);
  y[threadIdx.x] = __byte_perm(a, b, 0x5410); // expect-line
}

// fpcheck: pairs_of_upper <<<1, 32>>> x=randn:64 y=empty:64:bf16
// expect: pairs_of_upper clean
__global__ void pairs_of_upper(const float* x, unsigned* y) {
  const unsigned a = __float_as_uint(x[2 * threadIdx.x]), b = __float_as_uint(x[2 * threadIdx.x + 1]);
  y[threadIdx.x] = __byte_perm(a, b, 0x7632);
}

// One of each.
// fpcheck: lower_of_second <<<1, 32>>> x=randn:64 y=empty:64:bf16
// expect: lower_of_second rule=narrowing|saturated|nan-born line=marked
__global__ void lower_of_second(const float* x, unsigned* y) {
  const unsigned a = __float_as_uint(x[2 * threadIdx.x] * 1.1f), b = __float_as_uint(x[2 * threadIdx.x + 1] + 0.5f);
  y[threadIdx.x] = __byte_perm(a, b, 0x5432); // expect-line
}

// fpcheck: byte_of_half <<<1, 32>>> x=randn:32 y=empty:32:e5m2
// expect: byte_of_half rule=narrowing|saturated|nan-born line=marked
__global__ void byte_of_half(const float* x, unsigned char* y) {
  y[threadIdx.x] = (unsigned char)__half_as_ushort(__float2half_rn(x[threadIdx.x] * 1.5f)); // expect-line
}

// fpcheck: upper_byte_of_half <<<1, 32>>> x=randn:32 y=empty:32:e5m2
// expect: upper_byte_of_half clean
__global__ void upper_byte_of_half(const float* x, unsigned char* y) {
  y[threadIdx.x] = (unsigned char)(__half_as_ushort(__float2half_rn(x[threadIdx.x] * 1.5f)) >> 8);
}
