// Layer normalisation with the variance as mean of squares minus square of mean: for data around 1000 both are near 1e6
// and their difference keeps no digit.

// fpcheck: layernorm_one_pass <<<4, 1>>> n=1024 eps=1e-5 x=uniform(1000,1001):4x1024 y=empty:4x1024
// expect: layernorm_one_pass rule=cancellation|inaccurate line=marked max_findings=3
__global__ void layernorm_one_pass(int n, float eps, const float* x, float* y) {
  const float* row = x + blockIdx.x * n;
  float sum = 0.f, squares = 0.f;
  for (int i = 0; i < n; ++i) {
    sum += row[i];
    squares = fmaf(row[i], row[i], squares);
  }
  const float mean = sum / n;
  const float variance = squares / n - mean * mean; // expect-line
  const float inverse = rsqrtf(fabsf(variance) + eps);
  for (int i = 0; i < n; ++i) y[blockIdx.x * n + i] = (row[i] - mean) * inverse;
}

// fpcheck: layernorm_two_pass <<<4, 1>>> n=1024 eps=1e-5 x=uniform(1000,1001):4x1024 y=empty:4x1024
// expect: layernorm_two_pass clean
__global__ void layernorm_two_pass(int n, float eps, const float* x, float* y) {
  const float* row = x + blockIdx.x * n;
  float shifted = 0.f, squares = 0.f;
  for (int i = 0; i < n; ++i) shifted += row[i] - row[0];
  const float mean = shifted / n; // of x - x[0], so that it is small
  for (int i = 0; i < n; ++i) {
    const float d = (row[i] - row[0]) - mean;
    squares = fmaf(d, d, squares);
  }
  const float inverse = rsqrtf(squares / n + eps);
  for (int i = 0; i < n; ++i) y[blockIdx.x * n + i] = ((row[i] - row[0]) - mean) * inverse;
}
