// How many times a parabola that touches the axis meets it. The compiler fuses b * b with the product that is taken from it, before there is
// any PTX: the sign of what that product's rounding leaves decides. As both products are rounded, nothing is left.

// fpcheck: meetings_fused <<<1, 64>>> n=64 t=uniform(0.1,0.9):n count=empty:n --expect contraction
__global__ void meetings_fused(const float* t, float* count, int n) {
  const int i = threadIdx.x;
  const float a = 0.7f * t[i], b = 8.0f * a, c = 16.0f * a;
  const float discriminant = b * b - (4.0f * a) * c;
  float meetings = 1.0f;
  if (discriminant > 0.0f) meetings = 2.0f;
  if (discriminant < 0.0f) meetings = 0.0f;
  count[i] = meetings;
}

// fpcheck: meetings_rounded <<<1, 64>>> n=64 t=uniform(0.1,0.9):n count=empty:n
__global__ void meetings_rounded(const float* t, float* count, int n) {
  const int i = threadIdx.x;
  const float a = 0.7f * t[i], b = 8.0f * a, c = 16.0f * a;
  const float discriminant = __fmul_rn(b, b) - __fmul_rn(4.0f * a, c);
  float meetings = 1.0f;
  if (discriminant > 0.0f) meetings = 2.0f;
  if (discriminant < 0.0f) meetings = 0.0f;
  count[i] = meetings;
}

// An error term that is computed on purpose, and says so.
// fpcheck: error_terms <<<1, 64>>> n=64 t=uniform(0.1,0.9):n is_inexact=empty:n
__global__ void error_terms(const float* t, float* is_inexact, int n) {
  const int i = threadIdx.x;
  const float x = t[i], y = t[(i + 1) % n], p = __fmul_rn(x, y);
  is_inexact[i] = fmaf(x, y, -p) != 0.0f ? 1.0f : 0.0f;
}
