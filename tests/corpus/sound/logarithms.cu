// Logarithms of inputs and in memory, and exponentials of what is far below zero.

// fpcheck: log_odds <<<1, 256>>> p=uniform(0.1,0.5):256 q=uniform(0.1,0.5):256 out=empty:256
// expect: log_odds clean
__global__ void log_odds(const float* p, const float* q, float* out) {
  const int i = threadIdx.x;
  out[i] = logf(p[i]) - logf(q[i]);
}

// fpcheck: octaves <<<1, 64>>> u=uniform(440,440.1):64 v=uniform(440,440.1):64 y=empty:64
// expect: octaves clean
__global__ void octaves(const float* u, const float* v, float* y) {
  const int i = threadIdx.x;
  y[i] = 12.f * (log2f(u[i]) - log2f(v[i]));
}

// fpcheck: alignment_score <<<1, 64>>> x=randn:64 y=empty:64
// expect: alignment_score clean
__global__ void alignment_score(const float* x, float* y) {
  const int i = threadIdx.x;
  __shared__ float a[64];
  a[i] = i == 0 ? 0.f : -INFINITY;
  __syncthreads();
  for (int t = 0; t < 40; ++t) {
    const float stay = a[i], step = i ? a[i - 1] : -INFINITY;
    const float top = fmaxf(stay, step);
    float v = top == -INFINITY ? -INFINITY : top + log1pf(expf(-fabsf(stay - step)));
    if (step == -INFINITY && stay != -INFINITY) v = stay;
    if (stay == -INFINITY && step != -INFINITY) v = step;
    __syncthreads();
    a[i] = v + x[i] * 0.02f - 0.6f;
    __syncthreads();
  }
  y[i] = expf(a[i]);
}

// fpcheck: masked_weights <<<1, 64>>> x=randn:64 keep=randint(0,2):64:i32 y=empty:64
// expect: masked_weights clean
__global__ void masked_weights(const float* x, const int* keep, float* y) {
  const int i = threadIdx.x;
  y[i] = expf((keep[i] ? 0.f : -3e38f) - fabsf(x[i]));
}

// fpcheck: running_average <<<1, 1>>> k=randn:16 v=uniform(1,2):16 y=empty:16 n=16
// expect: running_average clean
__global__ void running_average(const float* k, const float* v, float* y, int n) {
  float weighted = 0.f, weights = 0.f, largest = -1e38f;
  for (int j = 0; j < n; ++j) {
    const float top = fmaxf(largest, k[j]), old = expf(largest - top), w = expf(k[j] - top);
    weighted = old * weighted + w * v[j];
    weights = old * weights + w;
    largest = top;
    y[j] = weighted / weights;
  }
}
