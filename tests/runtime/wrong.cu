// A variance by the difference of two large sums: line 12 loses the bits.
#include <cstdio>
#include <vector>

__global__ void variance(const float* x, float* out, int n) {
  float sum = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    sum += x[i];
    squares += x[i] * x[i];
  }
  const float mean = sum / n;
  out[0] = squares / n - mean * mean;
}

int main() {
  const int n = 1024;
  std::vector<float> x(n);
  for (int i = 0; i < n; ++i) x[i] = 1000.0f + 0.001f * (i % 13);
  float *in, *out, v = 0;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(in, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  variance<<<1, 1>>>(in, out, n);
  if (cudaMemcpy(&v, out, sizeof v, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  std::printf("variance %g\n", v);
}
