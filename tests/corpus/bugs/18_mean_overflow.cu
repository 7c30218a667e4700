// The mean of large finite values as sum over count: the sum overflows although the mean does not.

// fpcheck: mean_sum_first <<<1, 32>>> n=3 x=const(3e38):32x3 mean=empty:32
// expect: mean_sum_first rule=overflow|inf-born line=marked max_findings=3
__global__ void mean_sum_first(int n, const float* x, float* mean) {
  float sum = 0.f;
  for (int i = 0; i < n; ++i)
    sum += x[threadIdx.x * n + i]; // expect-line
  mean[threadIdx.x] = sum / n;
}

// fpcheck: mean_scaled <<<1, 32>>> n=3 x=const(3e38):32x3 mean=empty:32
// expect: mean_scaled clean
__global__ void mean_scaled(int n, const float* x, float* mean) {
  float m = 0.f;
  for (int i = 0; i < n; ++i) m += (x[threadIdx.x * n + i] * 0.25f - m) / (i + 1);
  mean[threadIdx.x] = m * 4.f;
}
