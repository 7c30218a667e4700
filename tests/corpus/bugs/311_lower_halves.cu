// bfloat16 is the upper half of a number's bits. Who takes the lower half keeps sixteen digits of a fraction, without sign and exponent.
#include <cuda_bf16.h>

__device__ unsigned short upper(float v) { return __bfloat16_as_ushort(__float2bfloat16(v)); }

// fpcheck: lower_code <<<1, 64>>> x=uniform(1,2):64 y=empty:64:u16
// expect: lower_code rule=narrowing|saturated line=marked
__global__ void lower_code(const float* x, unsigned short* y) {
  y[threadIdx.x] = __float_as_uint(x[threadIdx.x] * 1.1f) & 0xffffu; // expect-line
}

// fpcheck: upper_code <<<1, 64>>> x=uniform(1,2):64 y=empty:64:u16
// expect: upper_code clean
__global__ void upper_code(const float* x, unsigned short* y) { y[threadIdx.x] = upper(x[threadIdx.x] * 1.1f); }

// fpcheck: lower_beside_upper <<<1, 32>>> x=uniform(1,2):64 y=empty:32:u32
// expect: lower_beside_upper rule=narrowing|saturated line=marked
__global__ void lower_beside_upper(const float* x, unsigned* y) {
  const unsigned a = __float_as_uint(x[2 * threadIdx.x] * 1.1f), b = __float_as_uint(x[2 * threadIdx.x + 1] * 1.1f);
  y[threadIdx.x] = (a & 0xffffu) | (b & 0xffff0000u); // expect-line
}

// Read as a number again at once.
// fpcheck: lower_widened <<<1, 64>>> x=uniform(1,2):64 y=empty:64
// expect: lower_widened rule=inaccurate line=marked
__global__ void lower_widened(const float* x, float* y) {
  const unsigned u = __float_as_uint(x[threadIdx.x] * 1.1f) << 16; // expect-line
  y[threadIdx.x] = 0.5f * __uint_as_float(u); // expect-line
}

// fpcheck: lower_converted <<<1, 64>>> x=uniform(1,2):64 y=empty:64
// expect: lower_converted rule=inaccurate|overflow line=marked
__global__ void lower_converted(const float* x, float* y) {
  const unsigned short code = __float_as_uint(x[threadIdx.x] * 1.1f);
  y[threadIdx.x] = 0.5f * __bfloat162float(__ushort_as_bfloat16(code)); // expect-line
}

// fpcheck: upper_widened <<<1, 64>>> x=uniform(1,2):64 y=empty:64:bf16
// expect: upper_widened clean
__global__ void upper_widened(const float* x, unsigned short* y) {
  const unsigned u = upper(x[threadIdx.x] * 1.1f) << 16;
  y[threadIdx.x] = upper(0.5f * __uint_as_float(u));
}

// On its way through shared memory.
// fpcheck: lower_shared <<<1, 64>>> x=uniform(1,2):64 y=empty:64
// expect: lower_shared rule=narrowing line=marked
__global__ void lower_shared(const float* x, float* y) {
  __shared__ unsigned short codes[64];
  codes[threadIdx.x] = __float_as_uint(x[threadIdx.x] * 1.1f) & 0xffffu; // expect-line
  __syncthreads();
  y[threadIdx.x] = __uint_as_float(static_cast<unsigned>(codes[63 - threadIdx.x]) << 16); // expect-line
}

// fpcheck: pair_shared <<<1, 64>>> x=uniform(1,2):128 y=empty:64
// expect: pair_shared rule=narrowing line=marked
__global__ void pair_shared(const float* x, float* y) {
  __shared__ unsigned pairs[64];
  const unsigned a = __float_as_uint(x[2 * threadIdx.x] * 1.1f), b = __float_as_uint(x[2 * threadIdx.x + 1] * 1.1f);
  pairs[threadIdx.x] = (a & 0xffffu) | (b & 0xffff0000u); // expect-line
  __syncthreads();
  const unsigned p = pairs[63 - threadIdx.x];
  y[threadIdx.x] = __uint_as_float(p << 16) + __uint_as_float(p & 0xffff0000u);
}

// The lower half is an integer where an offset put it there.
// fpcheck: by_offset <<<1, 64>>> x=uniform(-100,100):64 codes=empty:64:i16 pairs=empty:32:u32 y=empty:64
// expect: by_offset clean
__global__ void by_offset(const float* x, short* codes, unsigned* pairs, float* y) {
  __shared__ short kept[64];
  const unsigned t = threadIdx.x, u = __float_as_uint(fmaf(x[t], 50.f, 12582912.f)) & 0xffffu, next = __shfl_down_sync(~0u, u, 1);
  codes[t] = static_cast<short>(u);
  kept[t] = static_cast<short>(u);
  if (t % 2 == 0) pairs[t / 2] = u | next << 16;
  __syncthreads();
  y[t] = kept[63 - t] * 0.02f;
}

// Both halves, each in an array of its own.
// fpcheck: in_two_arrays <<<1, 64>>> x=uniform(1,2):64 upper=empty:64:u16 lower=empty:64:u16
// expect: in_two_arrays clean
__global__ void in_two_arrays(const float* x, unsigned short* upper, unsigned short* lower) {
  const unsigned u = __float_as_uint(x[threadIdx.x] * 1.1f);
  upper[threadIdx.x] = u >> 16, lower[threadIdx.x] = u & 0xffffu;
}
