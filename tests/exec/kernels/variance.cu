// Statistics of one row a block, in three ways; the engine's first kernels.
extern "C" __global__ void naive_variance(const float* __restrict__ x, float* y, int n) {
  __shared__ float sums[2][256];
  float s = 0, q = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float v = x[blockIdx.x * n + i];
    s += v;
    q += v * v;
  }
  sums[0][threadIdx.x] = s;
  sums[1][threadIdx.x] = q;
  __syncthreads();
  for (int o = blockDim.x / 2; o; o >>= 1) {
    if (threadIdx.x < o) {
      sums[0][threadIdx.x] += sums[0][threadIdx.x + o];
      sums[1][threadIdx.x] += sums[1][threadIdx.x + o];
    }
    __syncthreads();
  }
  if (!threadIdx.x) {
    float m = sums[0][0] / n;
    y[blockIdx.x] = sums[1][0] / n - m * m;
  }
}

extern "C" __global__ void welford(const float* __restrict__ x, float* y, int rows, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float m = 0, q = 0;
  for (int i = 0; i < n; ++i) {
    float v = x[r * n + i], d = v - m;
    m += d / (i + 1);
    q += d * (v - m);
  }
  y[r] = q / n;
}

extern "C" __global__ void softmax_rows(const float* __restrict__ x, float* y, int n) {
  int lane = threadIdx.x;
  const float* row = x + blockIdx.x * n;
  float m = -INFINITY, s = 0;
  for (int i = lane; i < n; i += 32) m = fmaxf(m, row[i]);
  for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
  for (int i = lane; i < n; i += 32) s += expf(row[i] - m);
  for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
  for (int i = lane; i < n; i += 32) y[blockIdx.x * n + i] = expf(row[i] - m) / s;
}
