// The small root of x x + b x + 1 by the schoolbook formula, where the root of the discriminant nearly equals b.

// fpcheck: small_root_subtract <<<1, 64>>> b=uniform(5000,10000):64 x=empty:64
// expect: small_root_subtract rule=cancellation|inaccurate line=marked max_findings=3
__global__ void small_root_subtract(const float* b, float* x) {
  const float v = b[threadIdx.x];
  const float root = sqrtf(v * v - 4.f);
  x[threadIdx.x] = (root - v) * 0.5f; // expect-line
}

// fpcheck: small_root_divide <<<1, 64>>> b=uniform(5000,10000):64 x=empty:64
// expect: small_root_divide clean
__global__ void small_root_divide(const float* b, float* x) {
  const float v = b[threadIdx.x];
  const float root = sqrtf(v * v - 4.f);
  x[threadIdx.x] = -2.f / (root + v);
}
