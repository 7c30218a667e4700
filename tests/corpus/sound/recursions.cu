// Recursions whose enclosures grow without end: midpoints of two precisions agree.

// A resonance, and a level that follows it: decisions, and a thousand turns.
// fpcheck: resonance <<<1, 32>>> kick=uniform(0.5,1):32 turns=300 level=empty:32
// expect: resonance clean
__global__ void resonance(const float* kick, int turns, float* level) {
  const int i = threadIdx.x;
  const float c = cosf(0.3f + 0.02f * i), d = 0.97f;
  float a = kick[i], b = 0.f, held = 0.f;
  for (int k = 0; k < turns; ++k) {
    const float next = 2.f * d * c * a - d * d * b;
    b = a, a = next;
    held += (fabsf(a) > held ? 0.2f : 1e-3f) * (fabsf(a) - held);
  }
  level[i] = held;
}

// Steps that the estimated error sets, in binary64.
// fpcheck: cooling <<<1, 8>>> hot=[400,500,600,700,800,900,350,1000] rate=[1e-9,2e-9,1e-9,3e-9,2e-9,1e-9,5e-9,1e-9] end=empty:8 taken=empty:8 length=20.0
// expect: cooling clean
__global__ void cooling(const double* hot, const double* rate, double* end, int* taken, double length) {
  const int i = threadIdx.x;
  const auto slope = [&](double y) { return rate[i] * (8.1e9 - y * y * y * y); };
  double y = hot[i], t = 0, h = 0.5;
  int n = 0;
  while (t < length && n < 400) {
    const bool last = t + h >= length;
    if (last) h = length - t;
    const double a = slope(y), b = slope(y + 0.5 * h * a), c = slope(y + 0.75 * h * b), z = y + h * (2 * a + 3 * b + 4 * c) / 9, d = slope(z);
    const double error = fabs(h * (-5 * a + 6 * b + 8 * c - 9 * d) / 72), ratio = error / 1e-4;
    ++n;
    if (ratio <= 1) y = z, t = last ? length : t + h;
    h *= fmin(4.0, fmax(0.2, 0.9 * pow(fmax(ratio, 1e-12), -1.0 / 3)));
  }
  end[i] = y, taken[i] = n;
}
