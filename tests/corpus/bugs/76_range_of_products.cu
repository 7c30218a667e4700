// A sum of squares beyond the range of its format makes the whole row zero, silently: the infinity becomes a number again. And a
// product below the range.
#include <cuda_fp16.h>

// fpcheck: norm_overflows <<<2, 32>>> n=64 x=uniform(1e19,1e20):2x64 y=empty:2x64
// expect: norm_overflows rule=overflow line=marked max_findings=3
__global__ void norm_overflows(int n, const float* x, float* y) {
  float sum = 0.f;
  for (int i = threadIdx.x; i < n; i += 32) {
    const float v = x[blockIdx.x * n + i];
    sum += v * v; // expect-line
  }
  for (int k = 16; k > 0; k >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, k);
  const float scale = rsqrtf(sum);
  for (int i = threadIdx.x; i < n; i += 32) y[blockIdx.x * n + i] = x[blockIdx.x * n + i] * scale;
}

// fpcheck: norm_scaled <<<2, 32>>> n=64 x=uniform(1e19,1e20):2x64 y=empty:2x64
// expect: norm_scaled clean
__global__ void norm_scaled(int n, const float* x, float* y) {
  float top = 0.f, sum = 0.f;
  for (int i = threadIdx.x; i < n; i += 32) top = fmaxf(top, fabsf(x[blockIdx.x * n + i]));
  for (int k = 16; k > 0; k >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, k));
  for (int i = threadIdx.x; i < n; i += 32) {
    const float v = x[blockIdx.x * n + i] / top;
    sum += v * v;
  }
  for (int k = 16; k > 0; k >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, k);
  const float scale = rsqrtf(sum) / top;
  for (int i = threadIdx.x; i < n; i += 32) y[blockIdx.x * n + i] = x[blockIdx.x * n + i] * scale;
}

// fpcheck: squares_in_half <<<1, 32>>> n=64 x=uniform(300,400):64:f16 y=empty:64:f16
// expect: squares_in_half rule=overflow line=marked max_findings=3
__global__ void squares_in_half(int n, const __half* x, __half* y) {
  float sum = 0.f;
  for (int i = threadIdx.x; i < n; i += 32) {
    const __half square = __hmul(x[i], x[i]); // expect-line
    sum += __half2float(square);
  }
  for (int k = 16; k > 0; k >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, k);
  const float scale = rsqrtf(sum / n);
  for (int i = threadIdx.x; i < n; i += 32) y[i] = __float2half(__half2float(x[i]) * scale);
}

// fpcheck: squares_in_float <<<1, 32>>> n=64 x=uniform(300,400):64:f16 y=empty:64:f16
// expect: squares_in_float clean
__global__ void squares_in_float(int n, const __half* x, __half* y) {
  float sum = 0.f;
  for (int i = threadIdx.x; i < n; i += 32) {
    const float v = __half2float(x[i]);
    sum += v * v;
  }
  for (int k = 16; k > 0; k >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, k);
  const float scale = rsqrtf(sum / n);
  for (int i = threadIdx.x; i < n; i += 32) y[i] = __float2half(__half2float(x[i]) * scale);
}

// fpcheck: harmonic_underflows <<<1, 64>>> a=uniform(1e-30,1e-29):64 b=uniform(1e-30,1e-29):64 y=empty:64
// expect: harmonic_underflows rule=underflow-flushed line=marked max_findings=3
__global__ void harmonic_underflows(const float* a, const float* b, float* y) {
  const float u = a[threadIdx.x], v = b[threadIdx.x];
  const float product = u * v; // expect-line
  y[threadIdx.x] = 2.f * product / (u + v);
}

// fpcheck: harmonic_divided <<<1, 64>>> a=uniform(1e-30,1e-29):64 b=uniform(1e-30,1e-29):64 y=empty:64
// expect: harmonic_divided clean
__global__ void harmonic_divided(const float* a, const float* b, float* y) {
  const float u = a[threadIdx.x], v = b[threadIdx.x];
  y[threadIdx.x] = 2.f * (u / (u + v)) * v;
}
