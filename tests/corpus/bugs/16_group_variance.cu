// A group's mean and variance from two parallel reductions, of the values and of their squares, at mean 1e4; and from
// merged partial means and squared deviations.

// fpcheck: group_moments_squares <<<2, 128>>> n=1024 x=uniform(10000,10002):2x1024 mean=empty:2 variance=empty:2
// expect: group_moments_squares rule=cancellation|inaccurate line=marked max_findings=3
__global__ void group_moments_squares(int n, const float* x, float* mean, float* variance) {
  __shared__ float sums[128], squares[128];
  const int t = threadIdx.x;
  float s = 0.f, q = 0.f;
  for (int i = t; i < n; i += 128) {
    const float v = x[blockIdx.x * n + i];
    s += v;
    q += v * v;
  }
  sums[t] = s;
  squares[t] = q;
  for (int half = 64; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) {
      sums[t] += sums[t + half];
      squares[t] += squares[t + half];
    }
  }
  if (t == 0) {
    const float m = sums[0] / n;
    mean[blockIdx.x] = m;
    variance[blockIdx.x] = squares[0] / n - m * m; // expect-line
  }
}

// fpcheck: group_moments_merged <<<2, 128>>> n=1024 x=uniform(10000,10002):2x1024 mean=empty:2 variance=empty:2
// expect: group_moments_merged clean
__global__ void group_moments_merged(int n, const float* x, float* mean, float* variance) {
  __shared__ float means[128], deviations[128];
  const int t = threadIdx.x;
  float m = 0.f, q = 0.f;
  int count = 0;
  for (int i = t; i < n; i += 128) {
    const float d = x[blockIdx.x * n + i] - m;
    m += d / static_cast<float>(++count);
    q = fmaf(d, x[blockIdx.x * n + i] - m, q);
  }
  means[t] = m;
  deviations[t] = q;
  float weight = static_cast<float>(count);
  for (int half = 64; half > 0; half /= 2, weight *= 2.f) {
    __syncthreads();
    if (t < half) { // both sides hold `weight` values
      const float d = means[t + half] - means[t];
      means[t] = fmaf(d, 0.5f, means[t]);
      deviations[t] = fmaf(d * d, 0.5f * weight, deviations[t] + deviations[t + half]);
    }
  }
  if (t == 0) {
    mean[blockIdx.x] = means[0];
    variance[blockIdx.x] = deviations[0] / n;
  }
}
