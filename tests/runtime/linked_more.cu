#include "linked.cuh"

__device__ int calls = 7;
static __device__ float step() { return 5.0f; }

__device__ __noinline__ float scale_of(int i) { return i + step(); }

__global__ void change() {
  const int i = threadIdx.x;
  if (i < n) weight[i] = 2.0f * weight[i] + square(2.0f);
}
__global__ void lose(float* to) { *to = (weight[0] + 1.0e9f) - 1.0e9f; }

void use() {
  change<<<1, 32>>>();
  float* to;
  cudaMalloc(&to, sizeof(float));
  lose<<<1, 1>>>(to);
  cudaFree(to);
}
