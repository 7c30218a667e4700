// A narrower format in the middle of a computation that nothing stores: its rounding is all of the error.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// fpcheck: area <<<1, 64>>> r=uniform(0.5,2):64 y=empty:64
// expect: area rule=narrowing line=marked
__global__ void area(const float* r, float* y) {
  const int i = threadIdx.x;
  const __half square = __float2half(r[i] * r[i]); // expect-line
  y[i] = __half2float(square) * 3.14159265f;
}

// fpcheck: area_in_single <<<1, 64>>> r=uniform(0.5,2):64 y=empty:64
// expect: area_in_single clean
__global__ void area_in_single(const float* r, float* y) {
  const int i = threadIdx.x;
  y[i] = r[i] * r[i] * 3.14159265f;
}

// fpcheck: norm_in_double <<<1, 32>>> n=50 x=randn:1600:f64 y=empty:32:f64
// expect: norm_in_double rule=narrowing line=marked
__global__ void norm_in_double(int n, const double* x, double* y) {
  float s = 0.f;
  for (int k = 0; k < n; ++k) s += x[threadIdx.x * n + k] * x[threadIdx.x * n + k]; // expect-line
  y[threadIdx.x] = sqrt((double)s);
}

// The binary32 root is a guess that Newton's step makes good.
// fpcheck: root_by_guess <<<1, 32>>> x=uniform(1,100):32:f64 y=empty:32:f64
// expect: root_by_guess clean
__global__ void root_by_guess(const double* x, double* y) {
  const double v = x[threadIdx.x];
  double r = (double)(1.f / sqrtf((float)v));
  r = r * (1.5 - 0.5 * v * r * r);
  r = r * (1.5 - 0.5 * v * r * r);
  y[threadIdx.x] = v * r;
}

// fpcheck: mixed_weights <<<1, 64>>> a=uniform(0,1):64 w=uniform(0,1):64 y=empty:64
// expect: mixed_weights rule=narrowing line=marked
__global__ void mixed_weights(const float* a, const float* w, float* y) {
  const int i = threadIdx.x;
  const __nv_bfloat16 t = __float2bfloat16(w[i]); // expect-line
  y[i] = a[i] * __bfloat162float(t) + 1.f;
}
