// An optional bias that is absent, read all the same.

// fpcheck: add_bias_always <<<1, 32>>> use_bias=0 x=randn:32 bias=randn:32 y=empty:32
// expect: add_bias_always rule=null-access|out-of-bounds line=marked max_findings=3
__global__ void add_bias_always(int use_bias, const float* x, const float* bias, float* y) {
  const float* b = use_bias ? bias : nullptr;
  y[threadIdx.x] = x[threadIdx.x] + b[threadIdx.x]; // expect-line
}

// fpcheck: add_bias_if_there <<<1, 32>>> use_bias=0 x=randn:32 bias=randn:32 y=empty:32
// expect: add_bias_if_there clean
__global__ void add_bias_if_there(int use_bias, const float* x, const float* bias, float* y) {
  const float* b = use_bias ? bias : nullptr;
  y[threadIdx.x] = b ? x[threadIdx.x] + b[threadIdx.x] : x[threadIdx.x];
}
