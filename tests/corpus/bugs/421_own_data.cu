// Numbers about zero among larger ones that no rounding of data explains.

// An alternating series that threads add up: the sum is no state that goes from step to step.
// fpcheck: exponential_by_series <<<14, 32>>> y=empty:14
// expect: exponential_by_series rule=cancellation|inaccurate|absorption
__global__ void exponential_by_series(float* y) {
  __shared__ float s[32];
  const int t = threadIdx.x;
  const float x = 0.25f * (float)blockIdx.x;
  float term = 1.0f;
  for (int k = 1; k <= t; ++k) term *= -x / (float)k;
  s[t] = term;
  for (int h = 16; h > 0; h /= 2) {
    __syncthreads();
    if (t < h) s[t] += s[t + h];
  }
  if (t == 0) y[blockIdx.x] = s[0];
}

// fpcheck: exponential <<<14, 32>>> y=empty:14
// expect: exponential clean
__global__ void exponential(float* y) {
  if (threadIdx.x == 0) y[blockIdx.x] = expf(-0.25f * (float)blockIdx.x);
}

// A state that is shifted out of the way of zero at every step.
// fpcheck: pulse_beside_constant <<<1, 32>>> field=empty:65 steps=60 courant=0.5 amplitude=3 shift=256
// expect: pulse_beside_constant rule=cancellation|inaccurate|absorption
__global__ void pulse_beside_constant(float* field, int steps, float courant, float amplitude, float shift) {
  __shared__ float e[65], h[64];
  const int t = threadIdx.x;
  for (int k = t; k < 65; k += 32) e[k] = 0.0f;
  for (int k = t; k < 64; k += 32) h[k] = 0.0f;
  __syncthreads();
  for (int n = 0; n < steps; ++n) {
    for (int k = t; k < 64; k += 32) h[k] += courant * (e[k + 1] - e[k]);
    __syncthreads();
    for (int k = t + 1; k < 64; k += 32) e[k] = (e[k] + shift) + courant * (h[k] - h[k - 1]) - shift;
    __syncthreads();
    const float s = ((float)n - 12.0f) / 4.0f;
    if (t == 0) e[20] += amplitude / ((1.0f + s * s) * (1.0f + s * s));
    __syncthreads();
  }
  for (int k = t; k < 65; k += 32) field[k] = e[k];
}

// Variances of what is left when a reading far from all others is taken off, by the square of the mean: the differences are rounded, but move alike in
// both.
// fpcheck: variances <<<1, 8>>> x=uniform(0.1,0.2):8x32 far=uniform(9,10):8 wide=[1,1,1,1,1,1,300,400] y=empty:8
// expect: variances rule=cancellation|absorption|inaccurate
__global__ void variances(const float* x, const float* far, const float* wide, float* y) {
  const float* const row = x + 32 * threadIdx.x;
  float sum = 0.0f, squares = 0.0f;
  for (int k = 0; k < 32; ++k) {
    const float d = row[k] - far[threadIdx.x];
    sum += d, squares += d * d;
  }
  y[threadIdx.x] = (squares / 32.0f - sum / 32.0f * (sum / 32.0f)) * wide[threadIdx.x];
}

// fpcheck: variances_about_mean <<<1, 8>>> x=uniform(0.1,0.2):8x32 far=uniform(9,10):8 wide=[1,1,1,1,1,1,300,400] y=empty:8
// expect: variances_about_mean clean
__global__ void variances_about_mean(const float* x, const float* far, const float* wide, float* y) {
  const float* const row = x + 32 * threadIdx.x;
  float sum = 0.0f, squares = 0.0f;
  for (int k = 0; k < 32; ++k) sum += row[k] - far[threadIdx.x];
  for (int k = 0; k < 32; ++k) {
    const float d = (row[k] - far[threadIdx.x]) - sum / 32.0f;
    squares += d * d;
  }
  y[threadIdx.x] = squares / 32.0f * wide[threadIdx.x];
}
