// Codes of 16 bits that integers were loaded for, taken for numbers of the other format, or for numbers of binary32 as they are.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ float2 of_bf16(unsigned p) { return make_float2(__uint_as_float(p << 16), __uint_as_float(p & 0xffff0000u)); }
__device__ float2 of_half(unsigned p) { return make_float2(__half2float(__ushort_as_half(p & 0xffffu)), __half2float(__ushort_as_half(p >> 16))); }

// fpcheck: halves_as_bf16 <<<1, 64>>> x=uniform(1,2):128:f16 y=empty:64
// expect: halves_as_bf16 rule=inaccurate line=marked
__global__ void halves_as_bf16(const unsigned* x, float* y) {
  const float2 v = of_bf16(x[threadIdx.x]);
  y[threadIdx.x] = v.x + v.y; // expect-line
}

// fpcheck: bf16_as_halves <<<1, 64>>> x=uniform(1,2):128:bf16 y=empty:64
// expect: bf16_as_halves rule=inaccurate
__global__ void bf16_as_halves(const unsigned* x, float* y) {
  const float2 v = of_half(x[threadIdx.x]);
  y[threadIdx.x] = v.x + v.y;
}

// fpcheck: both_formats <<<1, 64>>> x=uniform(1,2):128:f16 w=uniform(1,2):128:bf16 y=empty:64
// expect: both_formats clean
__global__ void both_formats(const unsigned* x, const unsigned* w, float* y) {
  const float2 v = of_half(x[threadIdx.x]), by = of_bf16(w[threadIdx.x]);
  y[threadIdx.x] = v.x * by.x + v.y * by.y;
}

// The code was not moved to where a number of binary32 has it.
// fpcheck: unshifted <<<1, 64>>> x=uniform(1,2):128:bf16 y=empty:64
// expect: unshifted rule=inaccurate line=marked
__global__ void unshifted(const unsigned* x, float* y) {
  const unsigned p = x[threadIdx.x];
  y[threadIdx.x] = __uint_as_float(p & 0xffff0000u) - 3.f * __uint_as_float(p & 0xffffu); // expect-line
}

// fpcheck: unshifted_code <<<1, 64>>> x=uniform(1,2):64 y=empty:64
// expect: unshifted_code rule=inaccurate|absorption line=marked
__global__ void unshifted_code(const float* x, float* y) {
  const unsigned code = __bfloat16_as_ushort(__float2bfloat16(x[threadIdx.x]));
  y[threadIdx.x] = 2.f * __uint_as_float(code); // expect-line
}

// Subnormal on purpose, and back.
// fpcheck: scaled_up <<<1, 64>>> k=randint(0,1000):64:i32 y=empty:64
// expect: scaled_up clean
__global__ void scaled_up(const int* k, float* y) { y[threadIdx.x] = 0x1p126f * __int_as_float(k[threadIdx.x] & 1023); }
