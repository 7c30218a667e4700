// Differences that look like rounding errors and are numbers of their own.

// fpcheck: nearly_annihilated <<<1, 64>>> x=uniform(1,2):128 y=empty:64
// expect: nearly_annihilated rule=cancellation|absorption line=marked
__global__ void nearly_annihilated(const float* x, float* y) {
  const int i = threadIdx.x;
  const float a = x[2 * i], b = x[2 * i + 1];
  const float r = hypotf(a, b), c = a / r, s = -b / r;
  y[i] = s * a + c * (b + 1e-6f); // expect-line
}

// fpcheck: split_by_million <<<1, 64>>> x=randn:64 square=empty:64
// expect: split_by_million rule=cancellation|absorption line=marked
__global__ void split_by_million(const float* x, float* square) {
  const int i = threadIdx.x;
  const float t = __fmul_rn(1e6f, x[i]);
  const float h = __fsub_rn(t, __fsub_rn(t, x[i])); // expect-line
  square[i] = h * h;
}

// fpcheck: split_of_another <<<1, 64>>> x=uniform(1,2):64 high=empty:64
// expect: split_of_another rule=cancellation|absorption line=marked
__global__ void split_of_another(const float* x, float* high) {
  const int i = threadIdx.x;
  const float big = 8192.f + x[i] * 4096.f;
  high[i] = (big + x[i]) - big; // expect-line
}
