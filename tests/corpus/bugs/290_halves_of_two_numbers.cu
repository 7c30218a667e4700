// A number's halves in two arrays, and what goes wrong where they are put together again.
#include <cuda_bf16.h>

__device__ float joined(unsigned short upper, unsigned short lower) { return __uint_as_float((unsigned)upper << 16 | lower); }

// The rest is that of the number before it was rounded to nearest: every second step is a spacing of bfloat16 too far.
// fpcheck: rounded_upper <<<1, 32>>> w=inout:full(1.5):32:bf16 rest=inout:zeros:32:u16 g=uniform(0.5,1):32 steps=40
// expect: rounded_upper rule=absorption line=12
__global__ void rounded_upper(__nv_bfloat16* w, unsigned short* rest, const float* g, int steps) {
  const int i = threadIdx.x;
  for (int t = 0; t < steps; ++t) {
    const float next = joined(__bfloat16_as_ushort(w[i]), rest[i]) - 1e-3f * g[i];
    w[i] = __float2bfloat16_rn(next);
    rest[i] = (unsigned short)__float_as_uint(next);
  }
}

// fpcheck: cut_upper <<<1, 32>>> w=inout:full(1.5):32:bf16 rest=inout:zeros:32:u16 g=uniform(0.5,1):32 steps=40
// expect: cut_upper clean
__global__ void cut_upper(__nv_bfloat16* w, unsigned short* rest, const float* g, int steps) {
  const int i = threadIdx.x;
  for (int t = 0; t < steps; ++t) {
    const float next = joined(__bfloat16_as_ushort(w[i]), rest[i]) - 1e-3f * g[i];
    w[i] = __ushort_as_bfloat16((unsigned short)(__float_as_uint(next) >> 16));
    rest[i] = (unsigned short)__float_as_uint(next);
  }
}
