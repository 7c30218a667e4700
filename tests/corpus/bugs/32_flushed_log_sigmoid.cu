// log(sigmoid(88)) = -log(1 + exp(-88)) is a subnormal number; with flush-to-zero it is zero, and tests of its sign and
// of equality with zero change.

__device__ float exp_flushed(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x * 1.44269504f));
  return y;
}

// fpcheck: log_sigmoid_flushed <<<1, 32>>> x=const(88):32 y=empty:32
// expect: log_sigmoid_flushed rule=underflow-flushed line=marked max_findings=3
__global__ void log_sigmoid_flushed(const float* x, float* y) {
  const float e = exp_flushed(-x[threadIdx.x]); // expect-line
  y[threadIdx.x] = -log1pf(e);
}

// fpcheck: log_sigmoid_gradual <<<1, 32>>> x=const(88):32 y=empty:32
// expect: log_sigmoid_gradual clean
// fpcheck: log_sigmoid_gradual <<<1, 32>>> x=uniform(-10,80):32 y=empty:32
// expect: log_sigmoid_gradual clean
__global__ void log_sigmoid_gradual(const float* x, float* y) {
  const float v = x[threadIdx.x];
  y[threadIdx.x] = fminf(v, 0.f) - log1pf(expf(-fabsf(v)));
}
