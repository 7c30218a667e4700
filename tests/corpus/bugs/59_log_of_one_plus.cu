// log(1 + x) for small x: the sum has already lost most of x.

// fpcheck: log_sum <<<1, 64>>> x=uniform(1e-6,1e-5):64 y=empty:64
// expect: log_sum rule=absorption|cancellation|inaccurate line=marked max_findings=3
__global__ void log_sum(const float* x, float* y) {
  y[threadIdx.x] = logf(1.f + x[threadIdx.x]); // expect-line
}

// fpcheck: log_one_plus <<<1, 64>>> x=uniform(1e-6,1e-5):64 y=empty:64
// expect: log_one_plus clean
__global__ void log_one_plus(const float* x, float* y) { y[threadIdx.x] = log1pf(x[threadIdx.x]); }
