// (x - sin x) / x^3, the coefficient of a rotation's second order term, near zero.

// fpcheck: sine_remainder <<<1, 64>>> x=uniform(0.001,0.01):64 y=empty:64
// expect: sine_remainder rule=cancellation line=marked max_findings=3
__global__ void sine_remainder(const float* x, float* y) {
  const float v = x[threadIdx.x];
  const float difference = v - sinf(v); // expect-line
  y[threadIdx.x] = difference / (v * v * v);
}

// fpcheck: sine_series <<<1, 64>>> x=uniform(0.001,0.01):64 y=empty:64
// expect: sine_series clean
__global__ void sine_series(const float* x, float* y) {
  const float v = x[threadIdx.x];
  y[threadIdx.x] = 1.f / 6.f - v * v * (1.f / 120.f - v * v * (1.f / 5040.f));
}
