// Library functions beyond their range return literals that look like masks: powf overflows, log1p and fmod have no value.

// fpcheck: power_overflows <<<1, 64>>> x=uniform(10,20):64 y=empty:64
// expect: power_overflows rule=inf-born|overflow line=marked max_findings=2
__global__ void power_overflows(const float* x, float* y) {
  const float v = x[threadIdx.x];
  y[threadIdx.x] = powf(v, 50.f); // expect-line
}

// fpcheck: power_fits <<<1, 64>>> x=uniform(1,2):64 y=empty:64
// expect: power_fits clean
__global__ void power_fits(const float* x, float* y) { y[threadIdx.x] = powf(x[threadIdx.x], 50.f); }

// fpcheck: power_of_negative <<<1, 64>>> x=uniform(-2,-1):64 y=empty:64
// expect: power_of_negative rule=nan-born line=marked max_findings=2
__global__ void power_of_negative(const float* x, float* y) {
  y[threadIdx.x] = powf(x[threadIdx.x], 0.5f); // expect-line
}

// fpcheck: exp_in_double <<<1, 64>>> x=uniform(800,900):64:f64 y=empty:64:f64
// expect: exp_in_double rule=inf-born|overflow line=marked max_findings=2
__global__ void exp_in_double(const double* x, double* y) {
  y[threadIdx.x] = exp(x[threadIdx.x]); // expect-line
}

// fpcheck: exp_difference <<<1, 64>>> x=uniform(800,900):64:f64 y=empty:64:f64
// expect: exp_difference clean
__global__ void exp_difference(const double* x, double* y) { y[threadIdx.x] = exp(x[threadIdx.x] - 900.0); }
