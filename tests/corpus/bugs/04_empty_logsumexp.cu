// The logarithm of an empty sum is minus infinity. With plus infinity the split that saw no keys outweighs all others
// when partial results are merged.

// fpcheck: lse_plus_infinity <<<1, 32>>> keys=0 score=randn:32x8 lse=empty:32 --range 'lse=[-inf,100]'
// expect: lse_plus_infinity rule=out-of-range|inf-born line=marked max_findings=3
__global__ void lse_plus_infinity(int keys, const float* score, float* lse) {
  const float* s = score + threadIdx.x * 8;
  float m = -INFINITY, sum = 0.f;
  for (int i = 0; i < keys; ++i) m = fmaxf(m, s[i]);
  for (int i = 0; i < keys; ++i) sum += expf(s[i] - m);
  lse[threadIdx.x] = sum == 0.f ? INFINITY : m + logf(sum); // expect-line
}

// fpcheck: lse_minus_infinity <<<1, 32>>> keys=0 score=randn:32x8 lse=empty:32 --range 'lse=[-inf,100]'
// expect: lse_minus_infinity clean
// fpcheck: lse_minus_infinity <<<1, 32>>> keys=8 score=randn:32x8 lse=empty:32 --range 'lse=[-inf,100]'
// expect: lse_minus_infinity clean
__global__ void lse_minus_infinity(int keys, const float* score, float* lse) {
  const float* s = score + threadIdx.x * 8;
  float m = -INFINITY, sum = 0.f;
  for (int i = 0; i < keys; ++i) m = fmaxf(m, s[i]);
  for (int i = 0; i < keys; ++i) sum += expf(s[i] - m);
  lse[threadIdx.x] = sum == 0.f ? -INFINITY : m + logf(sum);
}
