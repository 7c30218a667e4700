// Kernels at real shapes for shadow_cost.cpp: what a shadow costs on a card.
#include <cmath>
#include <cuda_bf16.h>

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

// fpcheck: naive_variance <<<ROWS, 256>>> ROWS=65536 C=1024 x=uniform(-1,2):ROWSxC out=empty:ROWS
extern "C" __global__ void naive_variance(const float* x, float* out, int C) {
  const float* row = x + static_cast<size_t>(blockIdx.x) * C;
  float s = 0, q = 0;
  for (int i = threadIdx.x; i < C; i += blockDim.x) s += row[i], q += row[i] * row[i];
  s = sum_of_block(s) / C, q = sum_of_block(q) / C;
  if (threadIdx.x == 0) out[blockIdx.x] = q - s * s;
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

// By the tensor cores, B transposed: 64 x 64 tiles of four warps.
// fpcheck: matmul_bf16 <<<(16, 16), 128>>> n=1024 A=randn:nxn:bf16 B=randn:nxn:bf16 C=empty:nxn
// fpcheck: matmul_bf16 <<<(64, 64), 128>>> n=4096 A=randn:nxn:bf16 B=randn:nxn:bf16 C=empty:nxn
extern "C" __global__ void __launch_bounds__(128) matmul_bf16(const __nv_bfloat16* A, const __nv_bfloat16* B, float* C, int n) {
  __shared__ unsigned a[64][20], b[64][20]; // pairs, in rows that keep out of each other's banks
  const int lane = threadIdx.x % 32, row = threadIdx.x / 64 * 32 + lane / 4, column = threadIdx.x / 32 % 2 * 32 + lane / 4, part = lane % 4;
  float d[2][4][4] = {};
  for (int k0 = 0; k0 < n; k0 += 32) {
    for (int i = threadIdx.x; i < 1024; i += 128) {
      a[i / 16][i % 16] = *reinterpret_cast<const unsigned*>(A + static_cast<size_t>(blockIdx.y * 64 + i / 16) * n + k0 + i % 16 * 2);
      b[i / 16][i % 16] = *reinterpret_cast<const unsigned*>(B + static_cast<size_t>(blockIdx.x * 64 + i / 16) * n + k0 + i % 16 * 2);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; k += 8)
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          const unsigned *x = a[row + 16 * i] + k + part, *x8 = a[row + 16 * i + 8] + k + part, *y = b[column + 8 * j] + k + part;
          asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
              : "+f"(d[i][j][0]), "+f"(d[i][j][1]), "+f"(d[i][j][2]), "+f"(d[i][j][3])
              : "r"(x[0]), "r"(x8[0]), "r"(x[4]), "r"(x8[4]), "r"(y[0]), "r"(y[4]));
        }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 2; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
      for (int e = 0; e < 4; ++e)
        C[static_cast<size_t>(blockIdx.y * 64 + row + 16 * i + e / 2 * 8) * n + blockIdx.x * 64 + column - lane / 4 + 8 * j + part * 2 + e % 2] = d[i][j][e];
}

// A query is eight lanes with eight of its 64 elements each; keys and values come in tiles of 32, and the softmax goes along.
// fpcheck: attention <<<(128, 16), 128>>> T=2048 q=randn:16xTx64 k=randn:16xTx64 v=randn:16xTx64 out=empty:16xTx64
extern "C" __global__ void __launch_bounds__(128) attention(const float* q, const float* k, const float* v, float* out, int T) {
  __shared__ float keys[32][64], values[32][64];
  const size_t head = static_cast<size_t>(blockIdx.y) * T * 64;
  const int query = blockIdx.x * 16 + threadIdx.x / 8, part = threadIdx.x % 8;
  float mine[8], o[8] = {}, top = -INFINITY, sum = 0;
#pragma unroll
  for (int e = 0; e < 8; ++e) mine[e] = q[head + static_cast<size_t>(query) * 64 + part + 8 * e] * 0.125f;
  for (int first = 0; first < T; first += 32) {
    for (int i = threadIdx.x; i < 2048; i += 128) {
      keys[i / 64][i % 64] = k[head + static_cast<size_t>(first) * 64 + i];
      values[i / 64][i % 64] = v[head + static_cast<size_t>(first) * 64 + i];
    }
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      float s = 0;
#pragma unroll
      for (int e = 0; e < 8; ++e) s += mine[e] * keys[j][part + 8 * e];
#pragma unroll
      for (int x = 1; x < 8; x *= 2) s += __shfl_xor_sync(~0u, s, x);
      const float grown = fmaxf(top, s), shrinks = __expf(top - grown), p = __expf(s - grown);
      top = grown, sum = sum * shrinks + p;
#pragma unroll
      for (int e = 0; e < 8; ++e) o[e] = o[e] * shrinks + p * values[j][part + 8 * e];
    }
    __syncthreads();
  }
#pragma unroll
  for (int e = 0; e < 8; ++e) out[head + static_cast<size_t>(query) * 64 + part + 8 * e] = o[e] / sum;
}
