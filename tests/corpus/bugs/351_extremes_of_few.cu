// Maxima that begin with a number that none of the data reaches, and a sorting network that loses a NaN.
#include <cfloat>

// fpcheck: coldest_peak <<<2, 32>>> x=[-7.5,-3.25,-9,-4.5,-12,-3.5,-8,-6,-31,-22.5,-40,-28,-19.75,-33,-25,-21] peak=empty:2 n=8 want=[-3.25,-19.75] ref=peak=want --tol bitwise
// expect: coldest_peak rule=mismatch line=marked max_findings=1
__global__ void coldest_peak(const float* x, float* peak, int n) {
  if (threadIdx.x != 0) return;
  float top = FLT_MIN; // expect-line
  for (int i = 0; i < n; ++i) top = fmaxf(top, x[blockIdx.x * n + i]); // expect-line
  peak[blockIdx.x] = top;
}

// fpcheck: three_in_order <<<1, 2>>> x=[5,nan,2,4,1,3] y=empty:6 want=[2,5,-1,1,3,4] ref=y=want --tol bitwise
// expect: three_in_order rule=mismatch line=marked max_findings=1
__device__ void exchange(float& a, float& b) {
  const float low = fminf(a, b);
  const float high = fmaxf(a, b); // expect-line
  a = low, b = high;
}
__global__ void three_in_order(const float* x, float* y) {
  float a = x[3 * threadIdx.x], b = x[3 * threadIdx.x + 1], c = x[3 * threadIdx.x + 2];
  exchange(a, b), exchange(b, c), exchange(a, b);
  y[3 * threadIdx.x] = a, y[3 * threadIdx.x + 1] = b;
  y[3 * threadIdx.x + 2] = isnan(c) ? -1 : c;
}

// fpcheck: warmest_peak <<<2, 32>>> x=[-7.5,-3.25,-9,-4.5,-12,-3.5,-8,-6,-31,-22.5,-40,-28,-19.75,-33,-25,-21] peak=empty:2 n=8 want=[-3.25,-19.75] ref=peak=want --tol bitwise
// expect: warmest_peak clean
__global__ void warmest_peak(const float* x, float* peak, int n) {
  if (threadIdx.x != 0) return;
  float top = -FLT_MAX;
  for (int i = 0; i < n; ++i) top = fmaxf(top, x[blockIdx.x * n + i]);
  peak[blockIdx.x] = top;
}
