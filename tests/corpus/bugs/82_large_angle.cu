// A Fourier sum whose angle reaches 25,000 radians before its sine is taken: rounded to binary32 it is off by a thousandth.

// fpcheck: unreduced_angle <<<1, 64>>> n=64 x=randn:64 re=empty:64 im=empty:64
// expect: unreduced_angle rule=cancellation|inaccurate line=marked max_findings=2
__global__ void unreduced_angle(int n, const float* x, float* re, float* im) {
  const int k = threadIdx.x;
  float a = 0.f, b = 0.f;
  for (int i = 0; i < n; ++i) {
    const float angle = -6.28318531f * static_cast<float>(i) * static_cast<float>(k); // expect-line
    float s, c;
    sincosf(angle, &s, &c); // expect-line
    a = fmaf(x[i], c, a), b = fmaf(x[i], s, b);
  }
  re[k] = a, im[k] = b;
}

// fpcheck: reduced_angle <<<1, 64>>> n=64 x=randn:64 re=empty:64 im=empty:64
// expect: reduced_angle clean
__global__ void reduced_angle(int n, const float* x, float* re, float* im) {
  const int k = threadIdx.x;
  float a = 0.f, b = 0.f;
  for (int i = 0; i < n; ++i) {
    float s, c;
    sincospif(-static_cast<float>(2 * ((i * k) % n)) / static_cast<float>(n), &s, &c);
    a = fmaf(x[i], c, a), b = fmaf(x[i], s, b);
  }
  re[k] = a, im[k] = b;
}

// The sine of a large number that is given is another matter: the library takes it rightly.
// fpcheck: given_angle <<<16, 64>>> x=uniform(-90000,90000):1024 y=empty:1024
// expect: given_angle clean
__global__ void given_angle(const float* x, float* y) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  y[i] = sinf(x[i]);
}
