// An optional bias that is absent (address 0 in the table of parameters), read all the same.

// fpcheck: add_bias_always <<<1, 32>>> x=randn:32 bias=0 y=empty:32
// expect: add_bias_always rule=null-access|out-of-bounds line=marked max_findings=3
__global__ void add_bias_always(const float* x, unsigned long long bias, float* y) {
  const float* b = reinterpret_cast<const float*>(bias);
  y[threadIdx.x] = x[threadIdx.x] + b[threadIdx.x]; // expect-line
}

// fpcheck: add_bias_if_there <<<1, 32>>> x=randn:32 bias=0 y=empty:32
// expect: add_bias_if_there clean
__global__ void add_bias_if_there(const float* x, unsigned long long bias, float* y) {
  const float* b = reinterpret_cast<const float*>(bias);
  y[threadIdx.x] = b ? x[threadIdx.x] + b[threadIdx.x] : x[threadIdx.x];
}
