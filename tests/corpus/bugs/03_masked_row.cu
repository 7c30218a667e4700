// Softmax of a row in which every position is masked: the maximum is minus infinity, and infinity minus infinity is no
// number. The agreed result is zeros.

// fpcheck: softmax_masked_nan <<<1, 8>>> n=4 score=randn:8x4 mask=zeros:8x4:u8 p=empty:8x4
// expect: softmax_masked_nan rule=nan-born line=marked max_findings=3
__global__ void softmax_masked_nan(int n, const float* score, const unsigned char* mask, float* p) {
  const int row = threadIdx.x * n;
  float m = -INFINITY, sum = 0.f;
  for (int i = 0; i < n; ++i) m = fmaxf(m, mask[row + i] ? score[row + i] : -INFINITY);
  for (int i = 0; i < n; ++i) {
    const float s = mask[row + i] ? score[row + i] : -INFINITY;
    const float e = expf(s - m); // expect-line
    sum += e;
    p[row + i] = e;
  }
  for (int i = 0; i < n; ++i) p[row + i] /= sum;
}

// fpcheck: softmax_masked_zero <<<1, 8>>> n=4 score=randn:8x4 mask=zeros:8x4:u8 p=empty:8x4
// expect: softmax_masked_zero clean
// fpcheck: softmax_masked_zero <<<1, 8>>> n=4 score=randn:8x4 mask=randint(0,2):8x4:u8 p=empty:8x4
// expect: softmax_masked_zero clean
__global__ void softmax_masked_zero(int n, const float* score, const unsigned char* mask, float* p) {
  const int row = threadIdx.x * n;
  float m = -INFINITY, sum = 0.f;
  for (int i = 0; i < n; ++i) m = fmaxf(m, mask[row + i] ? score[row + i] : -INFINITY);
  const float shift = m == -INFINITY ? 0.f : m;
  for (int i = 0; i < n; ++i) {
    const float e = mask[row + i] ? expf(score[row + i] - shift) : 0.f;
    sum += e;
    p[row + i] = e;
  }
  const float inverse = sum > 0.f ? 1.f / sum : 0.f;
  for (int i = 0; i < n; ++i) p[row + i] *= inverse;
}
