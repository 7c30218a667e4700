// A part in binary32 inside a computation in binary64, and a decision: what an input moves by, it moves by in both.

// Which of two points is further out: their squares in float, the rest of the test in double.
// fpcheck: further_out <<<1, 32>>> x=uniform(1e4,1.0001e4):64 o=empty:32:i32
// expect: further_out rule=cancellation|absorption|branch-flip|narrowing line=marked
__global__ void further_out(const float* x, int* o) {
  const int i = threadIdx.x;
  const float a = x[2 * i], b = x[2 * i + 1];
  const float squares = a * a - b * b; // expect-line
  const double d = (double)squares - ((double)a - (double)b) * ((double)a + (double)b) * 0.999999; // expect-line
  o[i] = __double2hiint(d) >> 31;
}

// fpcheck: further_out_in_double <<<1, 32>>> x=uniform(1e4,1.0001e4):64 o=empty:32:i32
// expect: further_out_in_double clean
__global__ void further_out_in_double(const float* x, int* o) {
  const int i = threadIdx.x;
  const double a = x[2 * i], b = x[2 * i + 1];
  const double d = a * a - b * b - (a - b) * (a + b) * 0.999999;
  o[i] = __double2hiint(d) >> 31;
}

// The seconds since a date in double, of which a float took the day off.
// fpcheck: within_day <<<1, 32>>> t=uniform(4e8,4.1e8):32 o=empty:32:i32
// expect: within_day rule=branch-flip|cancellation|absorption|narrowing line=marked
__global__ void within_day(const float* t, int* o) {
  const int i = threadIdx.x;
  const float days = floorf(t[i] * (1.f / 86400.f)), start = days * 86400.f + 0.3f * t[i];
  const double rest = (double)start - 0.3 * (double)t[i] - 86400.0 * (double)days; // expect-line
  o[i] = rest > 0.0 ? 1 : rest < 0.0 ? -1 : 0; // expect-line
}

// fpcheck: within_day_in_double <<<1, 32>>> t=uniform(4e8,4.1e8):32 o=empty:32:i32
// expect: within_day_in_double clean
__global__ void within_day_in_double(const float* t, int* o) {
  const int i = threadIdx.x;
  const double days = floor((double)t[i] / 86400.0);
  o[i] = (int)days;
}
