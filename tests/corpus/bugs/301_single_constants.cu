// Constants of mathematics in binary32, where binary64 is computed with: eight digits are right, and the others are the constant's.

// fpcheck: area_of_discs <<<1, 32>>> r=uniform(1,2):32:f64 area=empty:32:f64
// expect: area_of_discs rule=narrowing line=marked
__global__ void area_of_discs(const double* r, double* area) {
  const float pi = 3.14159265358979f;
  area[threadIdx.x] = pi * r[threadIdx.x] * r[threadIdx.x]; // expect-line
}

// fpcheck: area_in_double <<<1, 32>>> r=uniform(1,2):32:f64 area=empty:32:f64
// expect: area_in_double clean
__global__ void area_in_double(const double* r, double* area) {
  const double pi = 3.14159265358979323846;
  area[threadIdx.x] = pi * r[threadIdx.x] * r[threadIdx.x];
}

// fpcheck: left_after <<<1, 32>>> t=uniform(1,9):32:f64 half_life=uniform(1,4):32:f64 left=empty:32:f64
// expect: left_after rule=narrowing line=marked
__global__ void left_after(const double* t, const double* half_life, double* left) {
  const int i = threadIdx.x;
  left[i] = exp(-0.693147181f * t[i] / half_life[i]); // expect-line
}

// The constant comes and goes: a turn is a turn.
// fpcheck: share_of_turn <<<1, 32>>> degrees=uniform(1,90):32:f64 share=empty:32:f64
// expect: share_of_turn clean
__global__ void share_of_turn(const double* degrees, double* share) {
  const double radians = degrees[threadIdx.x] * 3.14159274f / 180.0, turn = 2.0 * 3.14159274f;
  share[threadIdx.x] = radians / turn;
}

// In two parts, the upper of which has few digits on purpose.
// fpcheck: reduced_angle <<<1, 32>>> x=uniform(3,9):32:f64 rest=empty:32:f64
// expect: reduced_angle clean
__global__ void reduced_angle(const double* x, double* rest) {
  const double upper = 3.1415927410125732, lower = -8.7422780126189537e-08;
  const double k = rint(x[threadIdx.x] / upper);
  rest[threadIdx.x] = fma(-k, lower, fma(-k, upper, x[threadIdx.x]));
}

// So are fractions, and decimals of a few digits; those that binary32 holds are what they are, and so is data.
// fpcheck: tenths <<<1, 32>>> x=uniform(1,2):32:f64 y=empty:32:f64
// expect: tenths rule=narrowing line=marked
__global__ void tenths(const double* x, double* y) {
  y[threadIdx.x] = 0.1f * x[threadIdx.x]; // expect-line
}

// fpcheck: thirds <<<1, 32>>> x=uniform(1,2):32:f64 y=empty:32:f64
// expect: thirds rule=narrowing line=marked
__global__ void thirds(const double* x, double* y) {
  y[threadIdx.x] = 1.f / 3.f * exp(x[threadIdx.x]); // expect-line
}

// fpcheck: quarters <<<1, 32>>> x=uniform(1,2):32:f64 y=empty:32:f64
// expect: quarters clean
__global__ void quarters(const double* x, double* y) { y[threadIdx.x] = 0.75f * x[threadIdx.x] + 0.1 * exp(x[threadIdx.x]); }

// fpcheck: tenths_of_floats <<<1, 32>>> x=uniform(1,2):32 y=empty:32:f64
// expect: tenths_of_floats clean
__global__ void tenths_of_floats(const float* x, double* y) { y[threadIdx.x] = 0.1f * static_cast<double>(x[threadIdx.x]); }
