// A uniform f32 number below one, rounded to bf16 or half, is one. Rounding towards zero stays inside.
#include <cuda_bf16.h>

// fpcheck: uniform_rounded <<<1, 64>>> u=const(0x1.fffffep-1):64 y=empty:64:bf16 --range 'y=[0,1)'
// expect: uniform_rounded rule=out-of-range|narrowing line=marked max_findings=3
__global__ void uniform_rounded(const float* u, __nv_bfloat16* y) {
  y[threadIdx.x] = __float2bfloat16_rn(u[threadIdx.x]); // expect-line
}

// fpcheck: uniform_truncated <<<1, 64>>> u=const(0x1.fffffep-1):64 y=empty:64:bf16 --range 'y=[0,1)'
// expect: uniform_truncated clean
__global__ void uniform_truncated(const float* u, __nv_bfloat16* y) {
  y[threadIdx.x] = __float2bfloat16_rz(u[threadIdx.x]);
}
