// SmoothQuant moves the outliers of activations into the weights: x / s and s w, channel by channel, with the same product. Both sides come from two
// programs, one that folds 1 / s into the layer before and one that multiplies the weights, by input channel. Multiplied by output channel the
// weights have the right shape wherever they are square, and all scales alike, as before any calibration, hide it.

// fpcheck: by_input <<<4, 8>>> I=8 x=randn:4x8 w=randn:8x8 s=uniform(0.5,8):8 y=empty:4x8 --ref 'x @ w.T' --expect clean
__global__ void by_input(const float* __restrict__ x, const float* __restrict__ w, const float* __restrict__ s, float* __restrict__ y, int I) {
  float sum = 0;
  for (int i = 0; i < I; ++i) sum += x[blockIdx.x * I + i] / s[i] * (w[threadIdx.x * I + i] * s[i]);
  y[blockIdx.x * 8 + threadIdx.x] = sum;
}

// fpcheck: by_output <<<4, 8>>> I=8 x=randn:4x8 w=randn:8x8 s=uniform(0.5,8):8 y=empty:4x8 --ref 'x @ w.T' --expect mismatch
__global__ void by_output(const float* __restrict__ x, const float* __restrict__ w, const float* __restrict__ s, float* __restrict__ y, int I) {
  float sum = 0;
  for (int i = 0; i < I; ++i) sum += x[blockIdx.x * I + i] / s[i] * (w[threadIdx.x * I + i] * s[threadIdx.x]);
  y[blockIdx.x * 8 + threadIdx.x] = sum;
}
