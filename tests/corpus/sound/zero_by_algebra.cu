// Outputs that are zero whatever the data, once their divisors are multiplied out: what rounding leaves of them is all there is.

// What is left of two equations, whose diagonal is made heavier, where their solution stands.
// fpcheck: residual_of_two <<<1, 32>>> a=uniform(1,2):32x4 b=randn:32x2 x=empty:32x2 r=empty:32x2
// expect: residual_of_two clean
__global__ void residual_of_two(const float* a, const float* b, float* x, float* r) {
  const int t = threadIdx.x;
  const float p = a[4 * t] + 2.0f, q = a[4 * t + 1], u = a[4 * t + 2], v = a[4 * t + 3] + 2.0f, b0 = b[2 * t], b1 = b[2 * t + 1];
  const float l = u / p, d = v - l * q, x1 = (b1 - l * b0) / d, x0 = (b0 - q * x1) / p;
  x[2 * t] = x0;
  x[2 * t + 1] = x1;
  r[2 * t] = b0 - (p * x0 + q * x1);
  r[2 * t + 1] = b1 - (u * x0 + v * x1);
}

// A vector that Householder's reflection turns into the first axis: the rest of it is zero.
// fpcheck: reflected <<<1, 32>>> x=randn:32x4 y=empty:32x4
// expect: reflected clean
__global__ void reflected(const float* x, float* y) {
  const float* const row = x + 4 * threadIdx.x;
  float n = 0.0f;
  for (int k = 0; k < 4; ++k) n += row[k] * row[k];
  const float alpha = row[0] > 0.0f ? -sqrtf(n) : sqrtf(n), v0 = row[0] - alpha, beta = 1.0f / (alpha * (alpha - row[0]));
  float w = v0 * row[0];
  for (int k = 1; k < 4; ++k) w += row[k] * row[k];
  for (int k = 0; k < 4; ++k) y[4 * threadIdx.x + k] = row[k] - beta * w * (k == 0 ? v0 : row[k]);
}

// What a collision loses of momentum, beside the velocities after it.
// fpcheck: lost_momentum <<<1, 64>>> m=uniform(1,2):2x64 v=randn:2x64 w=empty:2x64 lost=empty:64
// expect: lost_momentum clean
__global__ void lost_momentum(const float* m, const float* v, float* w, float* lost) {
  const int i = threadIdx.x;
  const float m1 = m[i], m2 = m[64 + i], v1 = v[i], v2 = v[64 + i], s = m1 + m2;
  const float w1 = ((m1 - m2) * v1 + 2.0f * m2 * v2) / s, w2 = ((m2 - m1) * v2 + 2.0f * m1 * v1) / s;
  w[i] = w1, w[64 + i] = w2;
  lost[i] = (m1 * v1 + m2 * v2) - (m1 * w1 + m2 * w2);
}
