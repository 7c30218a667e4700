// Data that nothing wrote goes through a kernel and then through a copy: the kernel is blamed, not the copy.
#include <cstdio>

__global__ void scale(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * in[i];
}

int main() {
  const int n = 256;
  float host[n] = {}, *in, *out, *copy;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&copy, sizeof host);
  cudaMemcpy(in, host, sizeof host / 2, cudaMemcpyHostToDevice); // half of it
  scale<<<2, 128>>>(in, out, n);
  cudaMemcpy(copy, out, sizeof host, cudaMemcpyDeviceToDevice);
  cudaMemcpy(host, copy, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g\n", host[0]);
}
