// Kernels that the engine is timed on; each has the same algorithm in C++ in engine_bench.cpp.
extern "C" __global__ void matmul(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k) s += a[i * n + k] * b[k * n + j];
  c[i * n + j] = s;
}

extern "C" __global__ void softmax(const float* x, float* y, int n) {
  __shared__ float part[8];
  const float* row = x + blockIdx.x * n;
  int t = threadIdx.x;
  float m = -INFINITY, s = 0;
  for (int i = t; i < n; i += 256) m = fmaxf(m, row[i]);
  for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
  if (t % 32 == 0) part[t / 32] = m;
  __syncthreads();
  m = part[0];
  for (int k = 1; k < 8; ++k) m = fmaxf(m, part[k]);
  __syncthreads();
  for (int i = t; i < n; i += 256) s += expf(row[i] - m);
  for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
  if (t % 32 == 0) part[t / 32] = s;
  __syncthreads();
  s = 0;
  for (int k = 0; k < 8; ++k) s += part[k];
  for (int i = t; i < n; i += 256) y[blockIdx.x * n + i] = expf(row[i] - m) / s;
}

// The mix: of its loop about 40 % binary32 arithmetic, 25 % memory, 35 % integer and control.
extern "C" __global__ void mix(const float* __restrict__ x, const int* __restrict__ index, float* y, int steps) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned h = t * 2654435761u;
  float s = 0, p = 1;
#pragma unroll 1
  for (int k = 0; k < steps; ++k) {
    h = (h ^ (h >> 13)) + index[(t & 31) * 4 + (k & 3)];
    float u = x[h & 1023], v = x[(h >> 7) & 1023], w = x[(h >> 11) & 1023];
    s = s + u * v;
    p = p * 0.5f + w;
    s = s + p;
    p = fmaf(u, w, p * v);
    s = s - w * 0.25f;
  }
  y[t] = s + p;
}

// The loops of nsan_peer.cpp as they stand there: a row a thread, and a sum in as many parts as there are threads.
extern "C" __global__ void softmax_rows(const float* x, float* y, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  x += r * n, y += r * n;
  float m = x[0], s = 0;
  for (int i = 1; i < n; ++i) m = x[i] > m ? x[i] : m;
  for (int i = 0; i < n; ++i) s += expf(x[i] - m);
  for (int i = 0; i < n; ++i) y[i] = expf(x[i] - m) / s;
}

extern "C" __global__ void sum_parts(const float* x, float* y, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  float s = 0;
  for (int i = t; i < n; i += threads) s += x[i];
  y[t] = s;
}
