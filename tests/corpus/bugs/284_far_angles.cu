// The fast sine takes turns off an angle by one rounded product: what it makes of a hundred thousand radians is off by more than the angle is.

// fpcheck: swing <<<1, 32>>> phase=uniform(60000,120000):32 y=empty:32
// expect: swing rule=inaccurate|cancellation line=marked
__global__ void swing(const float* phase, float* y) {
  y[threadIdx.x] = 3.f * __sinf(phase[threadIdx.x]); // expect-line
}

// fpcheck: swing_by_library <<<1, 32>>> phase=uniform(60000,120000):32 y=empty:32
// expect: swing_by_library clean
__global__ void swing_by_library(const float* phase, float* y) {
  y[threadIdx.x] = 3.f * sinf(phase[threadIdx.x]);
}

// fpcheck: wheel <<<1, 32>>> turned=uniform(20000,50000):32 r=uniform(1,2):32 x=empty:32 y=empty:32
// expect: wheel rule=inaccurate|cancellation line=marked
__global__ void wheel(const float* turned, const float* r, float* x, float* y) {
  float s, c;
  __sincosf(turned[threadIdx.x], &s, &c); // expect-line
  x[threadIdx.x] = r[threadIdx.x] * c, y[threadIdx.x] = r[threadIdx.x] * s;
}

// fpcheck: wheel_within_a_turn <<<1, 32>>> turned=uniform(-3.14,3.14):32 r=uniform(1,2):32 x=empty:32 y=empty:32
// expect: wheel_within_a_turn clean
__global__ void wheel_within_a_turn(const float* turned, const float* r, float* x, float* y) {
  float s, c;
  __sincosf(turned[threadIdx.x], &s, &c);
  x[threadIdx.x] = r[threadIdx.x] * c, y[threadIdx.x] = r[threadIdx.x] * s;
}
