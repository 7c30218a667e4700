// What integer outputs hold of numbers: nothing else is compared there, and nothing may be let pass for it.
#include <cuda_fp16.h>

// A count in binary16 stops at 2048; its bits are stored.
// fpcheck: counted_bits <<<1, 32>>> flags=ones:4000:u8 count=empty:1:u16 n=4000
// expect: counted_bits rule=narrow-accumulator line=10
extern "C" __global__ void counted_bits(const unsigned char* flags, unsigned short* count, int n) {
  __half sum = __float2half(0.0f);
  for (int k = 0; k < n; ++k)
    if (flags[k]) sum = __hadd(sum, __float2half(1.0f));
  if (threadIdx.x == 0) *count = __half_as_ushort(sum);
}

// fpcheck: counted_first <<<1, 32>>> flags=ones:4000:u8 count=empty:1:u16 n=4000
// expect: counted_first clean
extern "C" __global__ void counted_first(const unsigned char* flags, unsigned short* count, int n) {
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += flags[k] != 0;
  if (threadIdx.x == 0) *count = __half_as_ushort(__int2half_rn(sum));
}

// A decision on what a large addend took, of which the sign bit of an output tells.
// fpcheck: signed_by_rest <<<1, 32>>> x=uniform(1,2):32 far=const(1e8):32 y=empty:32:u32
// expect: signed_by_rest rule=branch-flip line=27
extern "C" __global__ void signed_by_rest(const float* x, const float* far, unsigned* y) {
  const float rest = (far[threadIdx.x] + 0.5f * x[threadIdx.x]) - far[threadIdx.x];
  y[threadIdx.x] = __float_as_uint(rest > 0.0f ? x[threadIdx.x] : -x[threadIdx.x]);
}

// fpcheck: signed_by_part <<<1, 32>>> x=uniform(1,2):32 y=empty:32:u32
// expect: signed_by_part clean
extern "C" __global__ void signed_by_part(const float* x, unsigned* y) {
  const float part = 0.5f * x[threadIdx.x];
  y[threadIdx.x] = __float_as_uint(part > 0.0f ? x[threadIdx.x] : -x[threadIdx.x]);
}
