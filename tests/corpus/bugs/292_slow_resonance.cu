// A recursion whose enclosure says nothing, and that loses its digits all the same: a frequency so low that the cosine in its coefficient is nearly one.

// fpcheck: one_bin <<<1, 32>>> x=uniform(0.5,1):32x600 n=600 power=empty:32
// expect: one_bin rule=cancellation line=13
__global__ void one_bin(const float* x, int n, float* power) {
  const int i = threadIdx.x;
  const float c = cosf(1e-3f);
  float a = 0.f, b = 0.f;
  for (int k = 0; k < n; ++k) {
    const float next = x[i * n + k] + 2.f * c * a - b;
    b = a, a = next;
  }
  power[i] = a * a + b * b - 2.f * c * a * b;
}

// The difference of two states is carried on, and half the angle's sine.
// fpcheck: one_bin_by_differences <<<1, 32>>> x=uniform(0.5,1):32x600 n=600 power=empty:32
// expect: one_bin_by_differences clean
__global__ void one_bin_by_differences(const float* x, int n, float* power) {
  const int i = threadIdx.x;
  const float half = sinf(0.5e-3f), k2 = 4.f * half * half;
  float a = 0.f, step = 0.f;
  for (int k = 0; k < n; ++k) {
    step += x[i * n + k] - k2 * a;
    a += step;
  }
  power[i] = step * step + k2 * a * (a - step);
}
