// Rounding errors that are stored by themselves: their exact value is zero, whatever the inputs.

// fpcheck: annihilated <<<1, 64>>> x=randn:128 y=empty:64
// expect: annihilated clean
__global__ void annihilated(const float* x, float* y) {
  const int i = threadIdx.x;
  const float a = x[2 * i], b = x[2 * i + 1];
  const float r = hypotf(a, b), c = a / r, s = -b / r;
  y[i] = s * a + c * b;
}

// fpcheck: eliminated_column <<<1, 32>>> m=uniform(1,2):32x4 out=empty:32x4
// expect: eliminated_column clean
__global__ void eliminated_column(const float* m, float* out) {
  const float* a = m + 4 * threadIdx.x;
  float* o = out + 4 * threadIdx.x;
  const float factor = a[2] / a[0];
  o[0] = a[0], o[1] = a[1];
  o[2] = a[2] - factor * a[0];
  o[3] = a[3] - factor * a[1];
}

// fpcheck: leading_bits <<<1, 64>>> x=randn:64 high=empty:64 low=empty:64 square=empty:64
// expect: leading_bits clean
__global__ void leading_bits(const float* x, float* high, float* low, float* square) {
  const int i = threadIdx.x;
  const float t = 4097.f * x[i];
  const float h = __fsub_rn(t, __fsub_rn(t, x[i]));
  high[i] = h;
  low[i] = x[i] - h;
  square[i] = h * h;
}

// fpcheck: dekker_error <<<1, 64>>> x=randn:64 y=randn:64 error=empty:64
// expect: dekker_error clean
__global__ void dekker_error(const float* x, const float* y, float* error) {
  const int i = threadIdx.x;
  const float a = x[i], b = y[i];
  const float ta = __fmul_rn(4097.f, a), tb = __fmul_rn(4097.f, b);
  const float ah = __fsub_rn(ta, __fsub_rn(ta, a)), bh = __fsub_rn(tb, __fsub_rn(tb, b));
  const float al = __fsub_rn(a, ah), bl = __fsub_rn(b, bh), p = __fmul_rn(a, b);
  error[i] = __fadd_rn(__fadd_rn(__fadd_rn(__fsub_rn(__fmul_rn(ah, bh), p), __fmul_rn(ah, bl)), __fmul_rn(al, bh)), __fmul_rn(al, bl));
}
