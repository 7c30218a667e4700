// Weights with a scale for each output channel: y[o] = s[o] * sum of q[o, i] x[i], the scale comes out of the sum. A scale for each input channel
// does not, and a kernel that takes scales by the wrong index, s[i] for s[o], fits where the matrix is square. Freshly initialised rows have much the same
// scale, and so the test passes; trained ones differ.

// fpcheck: by_output <<<1, 8>>> I=8 q=randint(-127,127):8x8:i8 s=uniform(0.001,0.01):8 x=randn:8 y=empty:8 --ref '(reshape(s, (8, 1)) * q) @ x' --expect clean
__global__ void by_output(const signed char* __restrict__ q, const float* __restrict__ s, const float* __restrict__ x, float* __restrict__ y, int I) {
  float sum = 0;
  for (int i = 0; i < I; ++i) sum += q[threadIdx.x * I + i] * x[i];
  y[threadIdx.x] = s[threadIdx.x] * sum;
}

// fpcheck: by_input <<<1, 8>>> I=8 q=randint(-127,127):8x8:i8 s=uniform(0.001,0.01):8 x=randn:8 y=empty:8 --ref '(reshape(s, (8, 1)) * q) @ x' --expect mismatch
__global__ void by_input(const signed char* __restrict__ q, const float* __restrict__ s, const float* __restrict__ x, float* __restrict__ y, int I) {
  float sum = 0;
  for (int i = 0; i < I; ++i) sum += s[i] * q[threadIdx.x * I + i] * x[i];
  y[threadIdx.x] = sum;
}
