// The distance of two points by the expanded square x x + y y - 2 x y: near points far from the origin are at distance 0.

// fpcheck: distance_expanded <<<1, 32>>> x=const(512695):32 y=const(512804):32 out=empty:32
// expect: distance_expanded rule=cancellation|inaccurate line=marked max_findings=3
__global__ void distance_expanded(const float* x, const float* y, float* out) {
  const float a = x[threadIdx.x], b = y[threadIdx.x];
  const float xx = __fmul_rn(a, a), yy = __fmul_rn(b, b), xy = __fmul_rn(a, b);
  const float square = xx + yy - 2.f * xy; // expect-line
  out[threadIdx.x] = sqrtf(fmaxf(square, 0.f));
}

// fpcheck: distance_of_difference <<<1, 32>>> x=const(512695):32 y=const(512804):32 out=empty:32
// expect: distance_of_difference clean
__global__ void distance_of_difference(const float* x, const float* y, float* out) {
  const float d = x[threadIdx.x] - y[threadIdx.x];
  out[threadIdx.x] = sqrtf(d * d);
}
