// Sums in binary32 in the middle of binary64: what is stored has 53 bits, and 24 of them mean something.

// fpcheck: norm_by_shuffles <<<2, 64>>> x=uniform(1,2):2x64:f64 y=empty:2:f64
// expect: norm_by_shuffles rule=narrow-accumulator line=marked
__device__ float over_warp(float v) {
  for (int h = 16; h > 0; h /= 2) v += __shfl_xor_sync(~0u, v, h); // expect-line
  return v;
}
__global__ void norm_by_shuffles(const double* x, double* y) {
  __shared__ double warps[2];
  const double v = x[64 * blockIdx.x + threadIdx.x];
  const float sum = over_warp(v * v);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) y[blockIdx.x] = sqrt(warps[0] + warps[1]);
}

__device__ double over_warp_wide(double v) {
  for (int h = 16; h > 0; h /= 2) v += __shfl_xor_sync(~0u, v, h);
  return v;
}
// fpcheck: norm_in_double <<<2, 64>>> x=uniform(1,2):2x64:f64 y=empty:2:f64
// expect: norm_in_double clean
__global__ void norm_in_double(const double* x, double* y) {
  __shared__ double warps[2];
  const double v = x[64 * blockIdx.x + threadIdx.x];
  const double sum = over_warp_wide(v * v);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) y[blockIdx.x] = sqrt(warps[0] + warps[1]);
}

// Products of what was narrowed first.
// fpcheck: dot_in_loop <<<1, 32>>> n=100 a=uniform(0,1):3200:f64 b=uniform(0,1):3200:f64 y=empty:32:f64
// expect: dot_in_loop rule=narrow-accumulator|absorption line=marked
__global__ void dot_in_loop(int n, const double* a, const double* b, double* y) {
  float s = 0.f;
  for (int k = 0; k < n; ++k) s += (float)a[threadIdx.x * n + k] * (float)b[threadIdx.x * n + k]; // expect-line
  y[threadIdx.x] = s;
}

// fpcheck: dot_in_loop_wide <<<1, 32>>> n=100 a=uniform(0,1):3200:f64 b=uniform(0,1):3200:f64 y=empty:32:f64
// expect: dot_in_loop_wide clean
__global__ void dot_in_loop_wide(int n, const double* a, const double* b, double* y) {
  double s = 0;
  for (int k = 0; k < n; ++k) s += a[threadIdx.x * n + k] * b[threadIdx.x * n + k];
  y[threadIdx.x] = s;
}

// A block that adds up in shared memory of floats.
// fpcheck: block_in_floats <<<2, 64>>> x=uniform(1,2):2x64:f64 y=empty:2:f64
// expect: block_in_floats rule=narrow-accumulator|narrowing line=marked
__global__ void block_in_floats(const double* x, double* y) {
  __shared__ float s[64];
  s[threadIdx.x] = (float)x[64 * blockIdx.x + threadIdx.x]; // expect-line
  __syncthreads();
  for (int h = 32; h > 0; h /= 2) {
    if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h]; // expect-line
    __syncthreads();
  }
  if (threadIdx.x == 0) y[blockIdx.x] = s[0] / 64.0;
}

// Atomics of floats, for a total in double.
// fpcheck: total_by_atomics <<<1, 64>>> x=uniform(1,2):64:f64 y=empty:1:f64
// expect: total_by_atomics rule=narrow-accumulator line=marked
__global__ void total_by_atomics(const double* x, double* y) {
  __shared__ float total;
  if (threadIdx.x == 0) total = 0.f;
  __syncthreads();
  atomicAdd(&total, (float)x[threadIdx.x]); // expect-line
  __syncthreads();
  if (threadIdx.x == 0) *y = total * 0.25;
}

// Meant: each term in binary32, the sum of them in binary64. It is told in a note.
// fpcheck: forces_in_single <<<1, 32>>> n=32 x=uniform(0,1):32:f64 f=empty:32:f64
// expect: forces_in_single clean
__global__ void forces_in_single(int n, const double* x, double* f) {
  double sum = 0;
  for (int k = 0; k < n; ++k) {
    const float d = (float)(x[k] - x[threadIdx.x]);
    sum += d / (d * d + 0.25f);
  }
  f[threadIdx.x] = sum;
}

// Data in binary32 is no better known than that.
// fpcheck: mean_of_floats <<<1, 32>>> n=32 x=uniform(1,2):1024 y=empty:32:f64
// expect: mean_of_floats clean
__global__ void mean_of_floats(int n, const float* x, double* y) {
  float s = 0.f;
  for (int k = 0; k < n; ++k) s += x[threadIdx.x * n + k];
  y[threadIdx.x] = (double)s / n;
}

// Iterative refinement: corrections in binary32, the residual and the solution in binary64.
// fpcheck: refined <<<1, 32>>> a=uniform(3,4):4x32:f64 c=uniform(-0.5,0.5):4x32:f64 b=uniform(1,2):4x32:f64 x=empty:4x32:f64
// expect: refined clean
__global__ void refined(const double* a, const double* c, const double* b, double* x) {
  const int t = threadIdx.x;
  double u[4] = {0, 0, 0, 0};
  for (int turn = 0; turn < 40; ++turn) {
    float r[4], sum = 0.f;
    for (int k = 0; k < 4; ++k) {
      r[k] = (float)(b[32 * k + t] - a[32 * k + t] * u[k] - c[32 * k + t] * u[(k + 1) % 4]);
      sum += r[k];
    }
    for (int k = 0; k < 4; ++k) u[k] += (double)(r[k] / (float)a[32 * k + t]) + 0.0 * sum;
  }
  for (int k = 0; k < 4; ++k) x[32 * k + t] = u[k];
}

// Times in binary32 before their difference is taken: the seconds between them are lost.
// fpcheck: elapsed_in_single <<<1, 32>>> a=uniform(1700000000,1700010000):32:f64 b=uniform(1700000000,1700010000):32:f64 y=empty:32:f64
// expect: elapsed_in_single rule=narrowing|cancellation line=marked
__global__ void elapsed_in_single(const double* a, const double* b, double* y) {
  const float t = (float)a[threadIdx.x], u = (float)b[threadIdx.x]; // expect-line
  y[threadIdx.x] = t - u; // expect-line
}

// fpcheck: elapsed <<<1, 32>>> a=uniform(1700000000,1700010000):32:f64 b=uniform(1700000000,1700010000):32:f64 y=empty:32:f64
// expect: elapsed clean
__global__ void elapsed(const double* a, const double* b, double* y) {
  y[threadIdx.x] = a[threadIdx.x] - b[threadIdx.x];
}

// A function in binary32 is as good as its format, and what the output suffers from that is told on a pass.
// fpcheck: sine_in_single <<<1, 32>>> x=uniform(1,2):32:f64 y=empty:32:f64
// expect: sine_in_single clean
__global__ void sine_in_single(const double* x, double* y) { y[threadIdx.x] = x[threadIdx.x] + sinf(static_cast<float>(x[threadIdx.x])); }
