// A block reduction whose tail slots of shared memory nobody writes.

// fpcheck: reduce_unwritten_tail <<<1, 64>>> n=50 x=randn:50 out=empty:1
// expect: reduce_unwritten_tail rule=uninitialised line=marked max_findings=3
__global__ void reduce_unwritten_tail(int n, const float* x, float* out) {
  __shared__ float part[64];
  const int t = threadIdx.x;
  if (t < n) part[t] = x[t];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half]; // expect-line
    __syncthreads();
  }
  if (t == 0) *out = part[0]; // expect-line
}

// fpcheck: reduce_zero_tail <<<1, 64>>> n=50 x=randn:50 out=empty:1
// expect: reduce_zero_tail clean
__global__ void reduce_zero_tail(int n, const float* x, float* out) {
  __shared__ float part[64];
  const int t = threadIdx.x;
  part[t] = t < n ? x[t] : 0.f;
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) *out = part[0];
}
