// Differences in binary64 of numbers that were worked out in binary32, and a phase that was: what is left of them is not known to what binary32 holds.

// fpcheck: variance_of_floats <<<1, 64>>> n=32 x=uniform(1000,1001):2048 v=empty:64:f64
// expect: variance_of_floats rule=cancellation|absorption|inaccurate|narrow-accumulator line=marked max_findings=3
__global__ void variance_of_floats(int n, const float* x, double* v) {
  float sum = 0.f, squares = 0.f;
  for (int k = 0; k < n; ++k) {
    const float y = x[(blockIdx.x * 64 + threadIdx.x) * n + k];
    sum += y, squares += y * y; // expect-line
  }
  const double mean = static_cast<double>(sum) / n;
  v[blockIdx.x * 64 + threadIdx.x] = static_cast<double>(squares) / n - mean * mean; // expect-line
}

// fpcheck: times_of_steps <<<4, 64>>> t=empty:256:f64
// expect: times_of_steps rule=absorption|inaccurate|narrowing line=marked max_findings=3
__global__ void times_of_steps(double* t) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  t[i] = i * 0.37f + 0.013f; // expect-line
}

// fpcheck: parts_in_floats <<<4, 64>>> x=uniform(1,2):256:f64 y=empty:256:f64
// expect: parts_in_floats rule=absorption|inaccurate|narrowing line=marked max_findings=3
__global__ void parts_in_floats(const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float part = static_cast<float>(x[i] * 1e-6);
  y[i] = part * 3.1f + 1.7f; // expect-line
}
