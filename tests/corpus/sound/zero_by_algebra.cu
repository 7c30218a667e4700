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
