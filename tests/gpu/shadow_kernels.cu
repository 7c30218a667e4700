// Kernels at real shapes for shadow_cost.cpp: what a shadow costs on a card.
#include <cmath>

__device__ float sum_of_block(float v) {
  __shared__ float part[32];
  for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(~0u, v, o);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  v = part[0];
  for (int w = 1; w < blockDim.x / 32; ++w) v += part[w];
  __syncthreads();
  return v;
}

// fpcheck: variance <<<ROWS, 256>>> ROWS=65536 C=1024 x=uniform(-1,2):ROWSxC out=empty:ROWS
// fpcheck: variance <<<ROWS, 256>>> ROWS=1056 C=65536 x=uniform(-1,2):ROWSxC out=empty:ROWS
extern "C" __global__ void variance(const float* x, float* out, int C) {
  const float* row = x + static_cast<size_t>(blockIdx.x) * C;
  float s = 0, q = 0;
  for (int i = threadIdx.x; i < C; i += blockDim.x) s += row[i];
  const float mean = sum_of_block(s) / C;
  for (int i = threadIdx.x; i < C; i += blockDim.x) q += (row[i] - mean) * (row[i] - mean);
  q = sum_of_block(q);
  if (threadIdx.x == 0) out[blockIdx.x] = q / C;
}

// fpcheck: softmax <<<ROWS, 256>>> ROWS=16384 C=4096 x=randn:ROWSxC y=empty:ROWSxC
extern "C" __global__ void softmax(const float* x, float* y, int C) {
  __shared__ float part[32];
  const float* row = x + static_cast<size_t>(blockIdx.x) * C;
  float* out = y + static_cast<size_t>(blockIdx.x) * C;
  float m = -INFINITY;
  for (int i = threadIdx.x; i < C; i += blockDim.x) m = fmaxf(m, row[i]);
  for (int o = 16; o > 0; o /= 2) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = m;
  __syncthreads();
  m = part[0];
  for (int w = 1; w < blockDim.x / 32; ++w) m = fmaxf(m, part[w]);
  __syncthreads();
  float s = 0;
  for (int i = threadIdx.x; i < C; i += blockDim.x) s += __expf(row[i] - m);
  const float r = 1.0f / sum_of_block(s);
  for (int i = threadIdx.x; i < C; i += blockDim.x) out[i] = __expf(row[i] - m) * r;
}

// fpcheck: layernorm <<<ROWS, 256>>> ROWS=16384 C=4096 x=randn:ROWSxC weight=uniform(0.5,1.5):C y=empty:ROWSxC
extern "C" __global__ void layernorm(const float* x, const float* weight, float* y, int C) {
  const float* row = x + static_cast<size_t>(blockIdx.x) * C;
  float* out = y + static_cast<size_t>(blockIdx.x) * C;
  float s = 0, q = 0;
  for (int i = threadIdx.x; i < C; i += blockDim.x) s += row[i];
  const float mean = sum_of_block(s) / C;
  for (int i = threadIdx.x; i < C; i += blockDim.x) q += (row[i] - mean) * (row[i] - mean);
  const float scale = rsqrtf(sum_of_block(q) / C + 1e-5f);
  for (int i = threadIdx.x; i < C; i += blockDim.x) out[i] = (row[i] - mean) * scale * weight[i];
}

// 64 x 64 tiles, 4 x 4 a thread.
// fpcheck: matmul <<<(16, 16), 256>>> n=1024 A=randn:nxn B=randn:nxn C=empty:nxn
// fpcheck: matmul <<<(64, 64), 256>>> n=4096 A=randn:nxn B=randn:nxn C=empty:nxn
extern "C" __global__ void __launch_bounds__(256) matmul(const float* A, const float* B, float* C, int n) {
  __shared__ float a[16][64], b[16][64];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  float acc[4][4] = {};
  for (int k0 = 0; k0 < n; k0 += 16) {
    for (int i = threadIdx.x; i < 1024; i += 256) {
      a[i % 16][i / 16] = A[static_cast<size_t>(blockIdx.y * 64 + i / 16) * n + k0 + i % 16];
      b[i / 64][i % 64] = B[static_cast<size_t>(k0 + i / 64) * n + blockIdx.x * 64 + i % 64];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k)
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] += a[k][ty * 4 + i] * b[k][tx * 4 + j];
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) C[static_cast<size_t>(blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 64 + tx * 4 + j] = acc[i][j];
}

// fpcheck: stencil <<<(256, 1024), (32, 8)>>> n=8192 in=randn:nxn out=inout:randn:nxn
extern "C" __global__ void stencil(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1) return;
  const size_t at = static_cast<size_t>(y) * n + x;
  out[at] = 0.5f * in[at] + 0.125f * (in[at - 1] + in[at + 1] + in[at - n] + in[at + n]);
}

// Inclusive sums of rows of 1024.
// fpcheck: scan <<<ROWS, 1024>>> ROWS=65536 x=uniform(0,1):ROWSx1024 y=empty:ROWSx1024
extern "C" __global__ void __launch_bounds__(1024) scan(const float* x, float* y) {
  __shared__ float sums[32];
  const size_t at = static_cast<size_t>(blockIdx.x) * 1024 + threadIdx.x;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = x[at];
  for (int o = 1; o < 32; o *= 2) {
    const float left = __shfl_up_sync(~0u, v, o);
    if (lane >= o) v += left;
  }
  if (lane == 31) sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    float s = sums[lane];
    for (int o = 1; o < 32; o *= 2) {
      const float left = __shfl_up_sync(~0u, s, o);
      if (lane >= o) s += left;
    }
    sums[lane] = s;
  }
  __syncthreads();
  y[at] = warp > 0 ? v + sums[warp - 1] : v;
}

// A transform of 512 complex numbers in each block, radix 2, in shared memory.
// fpcheck: fft <<<ROWS, 256>>> ROWS=65536 x=randn:ROWSx1024 y=empty:ROWSx1024
extern "C" __global__ void __launch_bounds__(256) fft(const float2* x, float2* y) {
  __shared__ float2 a[512];
  const size_t row = static_cast<size_t>(blockIdx.x) * 512;
  for (int i = threadIdx.x; i < 512; i += 256) a[__brev(i) >> 23] = x[row + i];
  for (int half = 1; half < 512; half *= 2) {
    __syncthreads();
    const int k = threadIdx.x % half, at = threadIdx.x / half * 2 * half + k;
    float s, c;
    sincospif(-static_cast<float>(k) / half, &s, &c);
    const float2 u = a[at], v = a[at + half], w = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
    a[at] = make_float2(u.x + w.x, u.y + w.y);
    a[at + half] = make_float2(u.x - w.x, u.y - w.y);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 512; i += 256) y[row + i] = a[i];
}

// fpcheck: gelu <<<1048576, 256>>> N=268435456 x=randn:N y=empty:N
extern "C" __global__ void gelu(const float* x, float* y, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) y[i] = 0.5f * x[i] * (1.0f + erff(x[i] * 0.70710678f));
}
