// Adam's epsilon of 1e-8 keeps m / (sqrt(v) + epsilon) finite where no gradient came, as in the rows of an embedding that no token used. The least
// number of f16 is 6e-8: in f16 epsilon is zero, and those rows are 0 / 0. Every row that had a gradient is right. The repaired kernel does the
// division in f32, whatever the moments are stored in.
#include <cuda_fp16.h>

// fpcheck: in_f16 <<<1, 4>>> m=[0.5, 0, -0.25, 0]:f16 v=[0.25, 0, 1, 0]:f16 step=empty:4 eps=1e-8 --expect inf-born
__global__ void in_f16(const __half* __restrict__ m, const __half* __restrict__ v, float* __restrict__ step, float eps) {
  step[threadIdx.x] = __half2float(__hdiv(m[threadIdx.x], __hadd(hsqrt(v[threadIdx.x]), __float2half(eps))));
}

// fpcheck: in_f32 <<<1, 4>>> m=[0.5, 0, -0.25, 0]:f16 v=[0.25, 0, 1, 0]:f16 step=empty:4 eps=1e-8 --ref 'm / (sqrt(v) + eps)' --expect clean
__global__ void in_f32(const __half* __restrict__ m, const __half* __restrict__ v, float* __restrict__ step, float eps) {
  step[threadIdx.x] = __half2float(m[threadIdx.x]) / (sqrtf(__half2float(v[threadIdx.x])) + eps);
}
