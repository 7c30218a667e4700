// Textures are not modelled: the call says so.
#include <cstdio>

int main() {
  cudaArray_t a;
  const cudaChannelFormatDesc format{32, 0, 0, 0, cudaChannelFormatKindFloat};
  const cudaError_t e = cudaMallocArray(&a, &format, 64, 64);
  std::printf("%s\n", cudaGetErrorName(e));
}
