// A clamp takes what rounding carried past one: what is left of the number is one, and exact arithmetic has another extreme.

// fpcheck: arc <<<1, 64>>> p=uniform(0.8,0.8001):64 q=uniform(0.8,0.8001):64 d=uniform(1e-4,3e-4):64 y=empty:64
// expect: arc rule=cancellation|absorption|inaccurate line=marked
__global__ void arc(const float* p, const float* q, const float* d, float* y) {
  const int i = threadIdx.x;
  const float c = sinf(p[i]) * sinf(q[i]) + cosf(p[i]) * cosf(q[i]) * cosf(d[i]); // expect-line
  y[i] = 6371.0f * acosf(fminf(1.0f, c)); // expect-line
}

// fpcheck: arc_by_haversine <<<1, 64>>> p=uniform(0.8,0.8001):64 q=uniform(0.8,0.8001):64 d=uniform(1e-4,3e-4):64 y=empty:64
// expect: arc_by_haversine clean
__global__ void arc_by_haversine(const float* p, const float* q, const float* d, float* y) {
  const int i = threadIdx.x;
  const float a = sinf(0.5f * (p[i] - q[i])), b = sinf(0.5f * d[i]);
  y[i] = 2.0f * 6371.0f * asinf(sqrtf(fminf(1.0f, a * a + cosf(p[i]) * cosf(q[i]) * b * b)));
}

// fpcheck: half_angle <<<1, 64>>> x=uniform(1e-4,2e-4):64 y=empty:64
// expect: half_angle rule=cancellation|absorption|inaccurate line=marked
__global__ void half_angle(const float* x, float* y) {
  float rest = 1.0f - x[threadIdx.x] * x[threadIdx.x] * 0.5f; // expect-line
  rest = 1.0f - rest; // expect-line
  if (rest < 1e-12f) rest = 1e-12f;
  y[threadIdx.x] = sqrtf(rest);
}

// fpcheck: half_angle_right <<<1, 64>>> x=uniform(1e-4,2e-4):64 y=empty:64
// expect: half_angle_right clean
__global__ void half_angle_right(const float* x, float* y) {
  float rest = x[threadIdx.x] * x[threadIdx.x] * 0.5f;
  if (rest < 1e-12f) rest = 1e-12f;
  y[threadIdx.x] = sqrtf(rest);
}
