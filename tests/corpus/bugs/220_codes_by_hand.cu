// Conversions to narrower numbers that integer code makes of the bits of exact inputs: what is stored is not a neighbour of the number.
#include <cuda_bf16.h>

// The bias is that of the normal numbers: subnormal ones come out twice as large.
// fpcheck: half_subnormal <<<1, 64>>> x=uniform(1e-6,3e-5):64 y=empty:64:f16
// expect: half_subnormal rule=narrowing line=marked
__global__ void half_subnormal(const float* x, unsigned short* y) {
  const unsigned bits = __float_as_uint(x[threadIdx.x]), sign = (bits >> 16) & 0x8000u;
  const int exponent = (int)((bits >> 23) & 255u) - 112;
  const unsigned fraction = bits & 0x7fffffu;
  unsigned code;
  if (exponent > 0) {
    code = (unsigned)(exponent << 10) + ((fraction + 0xfffu + ((fraction >> 13) & 1u)) >> 13);
  } else {
    const int by = 13 - exponent; // expect-line
    code = ((fraction | 0x800000u) + (1u << (by - 1))) >> by; // expect-line
  }
  y[threadIdx.x] = (unsigned short)(sign | code); // expect-line
}

// fpcheck: half_subnormal_right <<<1, 64>>> x=uniform(1e-6,3e-5):64 y=empty:64:f16
// expect: half_subnormal_right clean
__global__ void half_subnormal_right(const float* x, unsigned short* y) {
  const unsigned bits = __float_as_uint(x[threadIdx.x]), sign = (bits >> 16) & 0x8000u;
  const int exponent = (int)((bits >> 23) & 255u) - 112;
  const unsigned fraction = bits & 0x7fffffu;
  unsigned code;
  if (exponent > 0) {
    code = (unsigned)(exponent << 10) + ((fraction + 0xfffu + ((fraction >> 13) & 1u)) >> 13);
  } else {
    const int by = 14 - exponent;
    code = ((fraction | 0x800000u) + (1u << (by - 1))) >> by;
  }
  y[threadIdx.x] = (unsigned short)(sign | code);
}

// Numbers beyond 448 keep the low bits of their exponent.
// fpcheck: e4m3_wrapped <<<1, 64>>> x=uniform(1,900):64 y=empty:64:e4m3fn
// expect: e4m3_wrapped rule=saturated line=marked
__global__ void e4m3_wrapped(const float* x, unsigned char* y) {
  const unsigned bits = __float_as_uint(x[threadIdx.x]), fraction = bits & 0x7fffffu;
  const int exponent = (int)((bits >> 23) & 255u) - 120;
  const unsigned code = (unsigned)(exponent << 3) + ((fraction + 0x7ffffu + ((fraction >> 20) & 1u)) >> 20);
  y[threadIdx.x] = (unsigned char)((bits >> 31 << 7) | (code & 0x7fu)); // expect-line
}

// fpcheck: e4m3_clamped <<<1, 64>>> x=uniform(1,900):64 y=empty:64:e4m3fn
// expect: e4m3_clamped clean
__global__ void e4m3_clamped(const float* x, unsigned char* y) {
  const unsigned bits = __float_as_uint(x[threadIdx.x]), fraction = bits & 0x7fffffu;
  const int exponent = (int)((bits >> 23) & 255u) - 120;
  const unsigned code = (unsigned)(exponent << 3) + ((fraction + 0x7ffffu + ((fraction >> 20) & 1u)) >> 20);
  y[threadIdx.x] = (unsigned char)((bits >> 31 << 7) | (code > 0x7eu ? 0x7eu : code));
}

// The carry of the rounding is cut off: a fraction of ones becomes a power of two too small.
// fpcheck: bf16_without_carry <<<1, 64>>> x=uniform(1.99,2):64 y=empty:64:bf16
// expect: bf16_without_carry rule=narrowing line=marked
__global__ void bf16_without_carry(const float* x, __nv_bfloat16* y) {
  const unsigned bits = __float_as_uint(x[threadIdx.x]);
  const unsigned fraction = (((bits & 0x7fffffu) + 0x7fffu + ((bits >> 16) & 1u)) >> 16) & 0x7fu;
  y[threadIdx.x] = __ushort_as_bfloat16((unsigned short)(((bits >> 16) & 0xff80u) | fraction)); // expect-line
}

// fpcheck: bf16_with_carry <<<1, 64>>> x=uniform(1.99,2):64 y=empty:64:bf16
// expect: bf16_with_carry clean
__global__ void bf16_with_carry(const float* x, __nv_bfloat16* y) {
  const unsigned bits = __float_as_uint(x[threadIdx.x]);
  y[threadIdx.x] = __ushort_as_bfloat16((unsigned short)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16));
}

// The NaN of a device has all fraction bits set: rounding carries it round to zero.
// fpcheck: nan_rounded <<<1, 64>>> x=@inputs/220_some_nans.npy y=empty:64:bf16
// expect: nan_rounded rule=narrowing line=marked
__global__ void nan_rounded(const float* x, __nv_bfloat16* y) {
  const unsigned bits = __float_as_uint(x[threadIdx.x]);
  y[threadIdx.x] = __ushort_as_bfloat16((unsigned short)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16)); // expect-line
}

// fpcheck: nan_kept <<<1, 64>>> x=@inputs/220_some_nans.npy y=empty:64:bf16
// expect: nan_kept clean
__global__ void nan_kept(const float* x, __nv_bfloat16* y) {
  const unsigned bits = __float_as_uint(x[threadIdx.x]);
  const unsigned rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  y[threadIdx.x] = __ushort_as_bfloat16((unsigned short)((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : rounded));
}

// Subnormal numbers by a sum with a power of two, others by their exponent: what is converted is x, not the sum.
// fpcheck: e4m3_by_magic <<<1, 64>>> x=uniform(-0.05,0.05):64 y=empty:64:e4m3fn
// expect: e4m3_by_magic clean
__global__ void e4m3_by_magic(const float* x, unsigned char* y) {
  const unsigned all = __float_as_uint(x[threadIdx.x]), sign = all & 0x80000000u;
  unsigned bits = all ^ sign, code;
  if (bits < 121u << 23) {
    code = __float_as_uint(__uint_as_float(bits) + 16384.0f) - __float_as_uint(16384.0f);
  } else {
    const unsigned odd = (bits >> 20) & 1u;
    bits += ((unsigned)(7 - 127) << 23) + 0x7ffffu + odd;
    code = bits >> 20;
  }
  y[threadIdx.x] = (unsigned char)(code | (sign >> 24));
}

// Rounded at random: up or down, but to a neighbour; and split into three, each part cut from what is left.
// fpcheck: bf16_at_random <<<1, 64>>> x=uniform(1,2):64 y=empty:64:bf16
// expect: bf16_at_random clean
__global__ void bf16_at_random(const float* x, __nv_bfloat16* y) {
  unsigned h = threadIdx.x * 2654435761u;
  h ^= h >> 15, h *= 0x85ebca6bu, h ^= h >> 13;
  y[threadIdx.x] = __ushort_as_bfloat16((unsigned short)((__float_as_uint(x[threadIdx.x]) + (h & 0xffffu)) >> 16));
}

// fpcheck: bf16_in_three <<<1, 64>>> x=randn:64 y=empty:3x64:bf16
// expect: bf16_in_three clean
__global__ void bf16_in_three(const float* x, __nv_bfloat16* y) {
  float rest = x[threadIdx.x];
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    const unsigned bits = __float_as_uint(rest) & 0xffff0000u;
    y[64 * k + threadIdx.x] = __ushort_as_bfloat16((unsigned short)(bits >> 16));
    rest -= __uint_as_float(bits);
  }
}
