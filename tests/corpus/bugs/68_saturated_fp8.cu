// Activations of several hundred cast to e4m3 without a scale: everything above 448 becomes 448.
#include <cuda_fp16.h>
#include <cuda_fp8.h>

// fpcheck: cast_without_scale <<<1, 32>>> x=uniform(500,1000):32 q=empty:32:u8
// expect: cast_without_scale rule=saturated line=marked max_findings=3
__global__ void cast_without_scale(const float* x, unsigned char* q) {
  q[threadIdx.x] = __nv_cvt_float_to_fp8(x[threadIdx.x], __NV_SATFINITE, __NV_E4M3); // expect-line
}

// fpcheck: cast_with_scale <<<1, 32>>> scale=2.5 x=uniform(500,1000):32 q=empty:32:u8
// expect: cast_with_scale clean
__global__ void cast_with_scale(float scale, const float* x, unsigned char* q) {
  q[threadIdx.x] = __nv_cvt_float_to_fp8(x[threadIdx.x] / scale, __NV_SATFINITE, __NV_E4M3);
}
