// The derivative of max(x, y) by comparing the maximum with either operand, where the operand x = a b + c was computed
// twice, once fused and once not: the comparison finds neither side equal and the gradient is lost. The two shares of
// the gradient add up to one.

// fpcheck: max_gradient_recomputed <<<1, 64>>> a=uniform(1,2):64 b=uniform(1,2):64 c=uniform(1,2):64 y=zeros:64 gx=empty:64 total=empty:64 --range 'total=[1,1]'
// expect: max_gradient_recomputed rule=out-of-range|branch-flip|contraction line=marked max_findings=3
__global__ void max_gradient_recomputed(const float* a, const float* b, const float* c, const float* y, float* gx,
                                        float* total) {
  const int i = threadIdx.x;
  const float m = fmaxf(fmaf(a[i], b[i], c[i]), y[i]);
  const float x = __fadd_rn(__fmul_rn(a[i], b[i]), c[i]);
  const float gradient_x = m == x ? 1.f : 0.f; // expect-line
  const float gradient_y = m == y[i] ? 1.f : 0.f;
  gx[i] = gradient_x;
  total[i] = gradient_x + gradient_y; // expect-line
}

// fpcheck: max_gradient_reused <<<1, 64>>> a=uniform(1,2):64 b=uniform(1,2):64 c=uniform(1,2):64 y=zeros:64 gx=empty:64 total=empty:64 --range 'total=[1,1]'
// expect: max_gradient_reused clean
__global__ void max_gradient_reused(const float* a, const float* b, const float* c, const float* y, float* gx,
                                    float* total) {
  const int i = threadIdx.x;
  const float x = fmaf(a[i], b[i], c[i]);
  const float gradient_x = x >= y[i] ? 1.f : 0.f;
  gx[i] = gradient_x;
  total[i] = gradient_x + (1.f - gradient_x);
}
