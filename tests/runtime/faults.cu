// A write behind the end of a buffer, at line 6; the program sees an error as on a card.
#include <cstdio>

__global__ void overrun(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = 1.0f;
}

int main() {
  float* x;
  cudaMalloc(&x, 100 * sizeof(float));
  overrun<<<1, 128>>>(x, 100);
  const cudaError_t e = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(e));
  return e == cudaErrorIllegalAddress ? 0 : 1;
}
