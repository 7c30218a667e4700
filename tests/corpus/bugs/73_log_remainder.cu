// (x - log(1 + x)) / x^2, the coefficient of an entropy's second order term, near zero.

// fpcheck: log_remainder <<<1, 64>>> x=uniform(0.0001,0.01):64 y=empty:64
// expect: log_remainder rule=cancellation line=marked max_findings=3
__global__ void log_remainder(const float* x, float* y) {
  const float v = x[threadIdx.x];
  y[threadIdx.x] = (v - log1pf(v)) / (v * v); // expect-line
}

// fpcheck: log_remainder_series <<<1, 64>>> x=uniform(0.0001,0.01):64 y=empty:64
// expect: log_remainder_series clean
__global__ void log_remainder_series(const float* x, float* y) {
  const float v = x[threadIdx.x];
  y[threadIdx.x] = 0.5f + v * (-0.33333333f + v * (0.25f + v * (-0.2f + v * 0.16666667f)));
}
