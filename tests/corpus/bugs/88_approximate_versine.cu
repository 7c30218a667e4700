// The approximate cosine errs by 2^-20 at most, which is all that is left of 1 - cos(x) for a small x.

// fpcheck: versine_approximate <<<2, 64>>> x=uniform(1e-4,1e-2):128 y=empty:128
// expect: versine_approximate rule=cancellation|inaccurate line=marked max_findings=3
__global__ void versine_approximate(const float* x, float* y) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  y[i] = (1.f - __cosf(x[i])) / (x[i] * x[i]); // expect-line
}

// fpcheck: versine_by_halves <<<2, 64>>> x=uniform(1e-4,1e-2):128 y=empty:128
// expect: versine_by_halves clean
__global__ void versine_by_halves(const float* x, float* y) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  const float s = sinf(0.5f * x[i]);
  y[i] = 2.f * s * s / (x[i] * x[i]);
}

// fpcheck: sine_approximate <<<2, 64>>> x=uniform(-3,3):128 y=empty:128
// expect: sine_approximate clean
__global__ void sine_approximate(const float* x, float* y) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  y[i] = __sinf(x[i]) * __expf(-x[i]); // small near zero, and beside the others no loss
}
