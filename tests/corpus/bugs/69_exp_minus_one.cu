// exp(x) - 1 near zero, the negative side of an ELU: the exponential has already lost x. nvcc makes an ex2.approx of it,
// whose stated error is of a rounding's size and excuses nothing.

// fpcheck: elu_exp <<<1, 64>>> x=uniform(-1e-4,-1e-5):64 y=empty:64
// expect: elu_exp rule=cancellation line=marked max_findings=3
__global__ void elu_exp(const float* x, float* y) {
  const float v = x[threadIdx.x];
  y[threadIdx.x] = v > 0.f ? v : expf(v) - 1.f; // expect-line
}

// fpcheck: elu_expm1 <<<1, 64>>> x=uniform(-1e-4,-1e-5):64 y=empty:64
// expect: elu_expm1 clean
__global__ void elu_expm1(const float* x, float* y) {
  const float v = x[threadIdx.x];
  y[threadIdx.x] = v > 0.f ? v : expm1f(v);
}
