// The larger of two numbers by their bits, as hypot orders its arguments, is one of them with all that is known of it.

// fpcheck: chord <<<1, 64>>> x=uniform(1e-6,1e-5):64:f64 r=empty:64:f64
// expect: chord rule=cancellation line=marked max_findings=1
__global__ void chord(const double* x, double* r) {
  const double rise = 1.0 - cos(x[threadIdx.x]); // expect-line
  r[threadIdx.x] = hypot(rise, 0.0 * x[threadIdx.x]);
}

// fpcheck: chord_by_half_angles <<<1, 64>>> x=uniform(1e-6,1e-5):64:f64 r=empty:64:f64
// expect: chord_by_half_angles clean
__global__ void chord_by_half_angles(const double* x, double* r) {
  const double s = sin(0.5 * x[threadIdx.x]);
  r[threadIdx.x] = hypot(2.0 * s * s, 0.0 * x[threadIdx.x]);
}

// The number that the machine's difference leaves is the smaller of the two, the exact one the larger.
// fpcheck: which_is_larger <<<1, 64>>> x=uniform(1e-4,1e-3):64:f64 y=empty:64:f64
// expect: which_is_larger rule=cancellation line=marked max_findings=1
__global__ void which_is_larger(const double* x, double* y) {
  const double a = fabs((x[threadIdx.x] + 1e17) - 1e17), b = x[threadIdx.x] * 0.5; // expect-line
  y[threadIdx.x] = __longlong_as_double(max(__double_as_longlong(a), __double_as_longlong(b)));
}

// fpcheck: larger_as_they_are <<<1, 64>>> x=uniform(1e-4,1e-3):64:f64 y=empty:64:f64
// expect: larger_as_they_are clean
__global__ void larger_as_they_are(const double* x, double* y) {
  const double a = x[threadIdx.x] * 0.3, b = x[threadIdx.x] * 0.5;
  y[threadIdx.x] = __longlong_as_double(max(__double_as_longlong(a), __double_as_longlong(b)));
}
