// A buffer whose type no kernel tells: the numbers that come into it do. Line 9 cancels.
#include <cstdio>
#include <vector>

__global__ void difference(const void* in, void* out, int n) {
  const float* const x = static_cast<const float*>(in);
  const int i = threadIdx.x;
  const float large = x[i] * 1048576.0f + 1.0f;
  static_cast<float*>(out)[i] = large - x[i] * 1048576.0f;
}

int main() {
  std::vector<float> x(32);
  for (int i = 0; i < 32; ++i) x[i] = 1000.0f + 0.37f * i;
  void *in, *out;
  cudaMalloc(&in, 128);
  cudaMalloc(&out, 128);
  cudaMemcpy(in, x.data(), 128, cudaMemcpyHostToDevice);
  difference<<<1, 32>>>(in, out, 32);
  return cudaMemcpy(x.data(), out, 128, cudaMemcpyDeviceToHost) != cudaSuccess;
}
