// An integer division by a floating-point reciprocal without a correction: the first element of some rows falls into the row before.

// fpcheck: row_by_reciprocal <<<8, 64>>> width=41 x=randn:512 y=empty:512
// expect: row_by_reciprocal rule=branch-flip line=marked max_findings=1
__global__ void row_by_reciprocal(int width, const float* x, float* y) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  const float inverse = 1.f / static_cast<float>(width);
  const int row = static_cast<int>(floorf(static_cast<float>(i) * inverse)); // expect-line
  y[i] = x[row * width] + 1.f;
}

// fpcheck: row_corrected <<<8, 64>>> width=41 x=randn:512 y=empty:512
// expect: row_corrected clean
__global__ void row_corrected(int width, const float* x, float* y) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  const float inverse = 1.f / static_cast<float>(width);
  int row = static_cast<int>(floorf(static_cast<float>(i) * inverse));
  if (i - row * width >= width) ++row;
  y[i] = x[row * width] + 1.f;
}

// Between two samples it does not matter which one is called the first.
// fpcheck: between_samples <<<1, 100>>> n=201 x=arange:201 y=empty:100
// expect: between_samples clean
__global__ void between_samples(int n, const float* x, float* y) {
  const float q = static_cast<float>(threadIdx.x) / 100.f;
  const float p = q * static_cast<float>(n - 1);
  const int k = static_cast<int>(p);
  const float t = p - static_cast<float>(k);
  y[threadIdx.x] = fmaf(t, x[min(k + 1, n - 1)] - x[k], x[k]);
}
