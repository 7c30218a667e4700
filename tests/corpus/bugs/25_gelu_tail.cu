// GELU by 0.5 x (1 + tanh u): in the left tail tanh is so near to -1 that the sum keeps few digits, or none.

// fpcheck: gelu_one_plus_tanh <<<1, 64>>> x=uniform(-6,-5):64 y=empty:64
// expect: gelu_one_plus_tanh rule=cancellation|inaccurate line=marked max_findings=3
__global__ void gelu_one_plus_tanh(const float* x, float* y) {
  const float v = x[threadIdx.x];
  const float t = tanhf(0.7978845608f * (v + 0.044715f * v * v * v));
  y[threadIdx.x] = 0.5f * v * (1.f + t); // expect-line
}

// fpcheck: gelu_sigmoid <<<1, 64>>> x=uniform(-6,-5):64 y=empty:64
// expect: gelu_sigmoid clean
// fpcheck: gelu_sigmoid <<<1, 64>>> x=uniform(-9,9):64 y=empty:64
// expect: gelu_sigmoid clean
__global__ void gelu_sigmoid(const float* x, float* y) {
  const float v = x[threadIdx.x];
  const float u = 0.7978845608f * (v + 0.044715f * v * v * v);
  y[threadIdx.x] = v / (1.f + expf(-2.f * u));
}
