// Logarithms and exponentials that lose what their inputs hold.

// fpcheck: log_of_sums <<<1, 64>>> p=uniform(1e-6,1e-5):64 q=uniform(1e-6,1e-5):64 out=empty:64
// expect: log_of_sums rule=cancellation|absorption line=marked
__global__ void log_of_sums(const float* p, const float* q, float* out) {
  const int i = threadIdx.x;
  out[i] = logf(1.f + p[i]) - logf(1.f + q[i]); // expect-line
}

// fpcheck: compound_interest <<<1, 64>>> rate=uniform(1e-4,2e-4):64 out=empty:64
// expect: compound_interest rule=cancellation|absorption|inaccurate line=marked
__global__ void compound_interest(const float* rate, float* out) {
  const int i = threadIdx.x;
  out[i] = expf(3650.f * logf(1.f + rate[i])); // expect-line
}

// fpcheck: stored_difference <<<1, 64>>> a=uniform(0,1):64 y=empty:64
// expect: stored_difference rule=cancellation|absorption line=marked
__global__ void stored_difference(const float* a, float* y) {
  __shared__ float kept[64];
  const int i = threadIdx.x;
  kept[i] = (3e5f + a[i]) - 3e5f; // expect-line
  __syncthreads();
  y[i] = expf(kept[63 - i]);
}

// fpcheck: average_from_zero <<<1, 1>>> k=uniform(-200,-150):16 v=uniform(1,2):16 y=empty:16 n=16
// expect: average_from_zero rule=nan-born|underflow-flushed
__global__ void average_from_zero(const float* k, const float* v, float* y, int n) {
  float weighted = 0.f, weights = 0.f;
  for (int j = 0; j < n; ++j) {
    const float w = expf(k[j]);
    weighted += w * v[j], weights += w;
    y[j] = weighted / weights;
  }
}
