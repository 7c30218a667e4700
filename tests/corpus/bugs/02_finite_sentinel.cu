// A finite stand-in for minus infinity starts the running maximum: rows whose true logits lie below it get no weight at
// all. The probabilities of a row with keys add up to one; a row without keys gives zeros.

// fpcheck: softmax_sentinel <<<1, 32>>> n=4 score=const(-60000):32x4 p=empty:32x4 total=empty:32 --range 'total=[0.999,1.001]'
// expect: softmax_sentinel rule=out-of-range|mismatch|underflow-flushed|branch-flip line=marked max_findings=3
__global__ void softmax_sentinel(int n, const float* score, float* p, float* total) {
  const float* s = score + threadIdx.x * n;
  float m = -5e4f, sum = 0.f;
  for (int i = 0; i < n; ++i) m = fmaxf(m, s[i]);
  for (int i = 0; i < n; ++i) sum += expf(s[i] - m);
  const float inverse = sum > 0.f ? 1.f / sum : 0.f;
  float check = 0.f;
  for (int i = 0; i < n; ++i) {
    const float w = expf(s[i] - m) * inverse;
    p[threadIdx.x * n + i] = w;
    check += w;
  }
  total[threadIdx.x] = check; // expect-line
}

// fpcheck: softmax_infinity <<<1, 32>>> n=4 score=const(-60000):32x4 p=empty:32x4 total=empty:32 --range 'total=[0.999,1.001]'
// expect: softmax_infinity clean
// fpcheck: softmax_infinity <<<1, 32>>> n=4 score=const(-inf):32x4 p=empty:32x4 total=empty:32 --range 'total=[0,0]'
// expect: softmax_infinity clean
__global__ void softmax_infinity(int n, const float* score, float* p, float* total) {
  const float* s = score + threadIdx.x * n;
  float m = -INFINITY, sum = 0.f;
  for (int i = 0; i < n; ++i) m = fmaxf(m, s[i]);
  if (m == -INFINITY) m = 0.f;
  for (int i = 0; i < n; ++i) sum += expf(s[i] - m);
  const float inverse = sum > 0.f ? 1.f / sum : 0.f;
  float check = 0.f;
  for (int i = 0; i < n; ++i) {
    const float w = expf(s[i] - m) * inverse;
    p[threadIdx.x * n + i] = w;
    check += w;
  }
  total[threadIdx.x] = check;
}
