// Intrinsics near a root of the function: their stated error is of a size of one, and no excuse beside a result that is small.

// fpcheck: growth <<<1, 64>>> x=uniform(1e-4,2e-4):64 y=empty:64
// expect: growth rule=cancellation|absorption|inaccurate line=marked
__global__ void growth(const float* x, float* y) {
  const float ratio = 1.0f + x[threadIdx.x]; // expect-line
  y[threadIdx.x] = __logf(ratio); // expect-line
}

// fpcheck: growth_right <<<1, 64>>> x=uniform(1e-4,2e-4):64 y=empty:64
// expect: growth_right clean
__global__ void growth_right(const float* x, float* y) { y[threadIdx.x] = log1pf(x[threadIdx.x]); }

// fpcheck: tilt <<<1, 64>>> x=uniform(1e-5,2e-5):64 y=empty:64
// expect: tilt rule=inaccurate line=marked
__global__ void tilt(const float* x, float* y) {
  y[threadIdx.x] = __sinf(x[threadIdx.x]); // expect-line
}

// fpcheck: tilt_of_any <<<1, 64>>> x=uniform(-3,3):64 y=empty:64
// expect: tilt_of_any clean
__global__ void tilt_of_any(const float* x, float* y) { y[threadIdx.x] = __sinf(x[threadIdx.x]); }
