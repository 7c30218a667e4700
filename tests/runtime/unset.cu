// An input that the program never copies to the device, at line 6; with an argument there is one thread too many, which reads and writes behind the ends.
#include <cstdio>

__global__ void add(const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[i] + y[i];
}

int main(int count, char**) {
  constexpr int n = 100;
  float host[n], *x, *y, *out;
  for (int i = 0; i < n; ++i) host[i] = 1.0f / static_cast<float>(i + 1);
  cudaMalloc(&x, sizeof host), cudaMalloc(&y, sizeof host), cudaMalloc(&out, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  if (count > 1) cudaMemcpy(y, host, sizeof host, cudaMemcpyHostToDevice);
  add<<<1, 128>>>(x, y, out, count > 1 ? n + 1 : n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g\n", host[n - 1]);
}
