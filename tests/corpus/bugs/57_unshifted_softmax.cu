// Softmax without subtracting the maximum: exp(100) is infinite, and infinity over infinity is no number.

// fpcheck: softmax_unshifted <<<1, 32>>> n=8 x=uniform(90,100):32x8 y=empty:32x8
// expect: softmax_unshifted rule=overflow line=marked max_findings=3
__global__ void softmax_unshifted(int n, const float* x, float* y) {
  float sum = 0.f;
  for (int i = 0; i < n; ++i) {
    const float e = expf(x[threadIdx.x * n + i]); // expect-line
    y[threadIdx.x * n + i] = e;
    sum += e; // expect-line
  }
  for (int i = 0; i < n; ++i) y[threadIdx.x * n + i] /= sum; // expect-line
}

// fpcheck: softmax_shifted <<<1, 32>>> n=8 x=uniform(90,100):32x8 y=empty:32x8
// expect: softmax_shifted clean
__global__ void softmax_shifted(int n, const float* x, float* y) {
  float sum = 0.f, m = -INFINITY;
  for (int i = 0; i < n; ++i) m = fmaxf(m, x[threadIdx.x * n + i]);
  for (int i = 0; i < n; ++i) {
    const float e = expf(x[threadIdx.x * n + i] - m);
    y[threadIdx.x * n + i] = e;
    sum += e;
  }
  for (int i = 0; i < n; ++i) y[threadIdx.x * n + i] /= sum;
}
