// An index below zero: the array that it misses is named, not the one before it in memory.
#include <cstdio>

__global__ void shift(const int* keys, float* bins, int n) {
  const int i = threadIdx.x;
  if (i < n) bins[keys[i] % 4] = 1.0f;
}

int main() {
  const int keys[4] = {1, 2, 3, -7};
  int* on_device;
  float* bins;
  cudaMalloc(&on_device, sizeof keys);
  cudaMalloc(&bins, 4 * sizeof(float));
  cudaMemcpy(on_device, keys, sizeof keys, cudaMemcpyHostToDevice);
  shift<<<1, 32>>>(on_device, bins, 4);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
