// The first kernel stores partial sums in bfloat16 (line 13), the second takes the mean off: what it writes is off by a third, and each
// kernel for itself is right.
#include <cstdio>
#include <cuda_bf16.h>
#include <vector>

constexpr int blocks = 8, threads = 64, n = blocks * threads;

__global__ void partial_sums(const float* x, __nv_bfloat16* partial) {
  float sum = 0;
  if (threadIdx.x == 0) {
    for (int i = 0; i < threads; ++i) sum += x[blockIdx.x * threads + i];
    partial[blockIdx.x] = __float2bfloat16(sum);
  }
}

__global__ void normalise(const float* x, const __nv_bfloat16* partial, float* y) {
  float sum = 0;
  for (int b = 0; b < blocks; ++b) sum += __bfloat162float(partial[b]);
  const int i = blockIdx.x * threads + threadIdx.x;
  y[i] = x[i] - sum / n;
}

int main(int count, char**) {
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = 100.3f + 0.5f * (i % 3 - 1);
  float *in, *out;
  __nv_bfloat16 *partial, *moved;
  cudaMalloc(&in, sizeof(float) * n);
  cudaMalloc(&out, sizeof(float) * n);
  cudaMalloc(&partial, sizeof(__nv_bfloat16) * blocks);
  cudaMalloc(&moved, sizeof(__nv_bfloat16) * blocks);
  cudaMemcpy(in, x.data(), sizeof(float) * n, cudaMemcpyHostToDevice);
  cudaMemset(moved, 0, sizeof(__nv_bfloat16) * blocks);
  partial_sums<<<blocks, threads>>>(in, partial);
  if (count > 1) cudaMemcpy(y.data(), partial, 2, cudaMemcpyDeviceToHost); // the host looks: the lineage ends
  cudaMemcpyAsync(moved, partial, sizeof(__nv_bfloat16) * blocks, cudaMemcpyDeviceToDevice);
  normalise<<<blocks, threads>>>(in, moved, out);
  if (cudaMemcpy(y.data(), out, sizeof(float) * n, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  std::printf("y %g %g %g\n", y[0], y[1], y[2]);
}
