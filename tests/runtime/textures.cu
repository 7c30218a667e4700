// Textures of arrays and of linear memory, and a surface, as programs make them.
#include <cstdio>
#include <vector>

__global__ void enlarge(cudaTextureObject_t t, float* y, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (x < width) y[row * width + x] = tex2D<float>(t, (x + 0.5f) / width, (row + 0.5f) / height);
}
__global__ void negate(cudaTextureObject_t t, cudaSurfaceObject_t s, int n) {
  const int i = threadIdx.x;
  if (i < n) surf2Dwrite(-tex1Dfetch<float>(t, i), s, i % 8 * 4, i / 8);
}

int main() {
  std::vector<float> image(64), big(16 * 16), out(64);
  for (int i = 0; i < 64; ++i) image[i] = static_cast<float>(i % 8) + 10 * (i / 8);
  cudaArray_t a, b;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&a, &format, 8, 8);
  cudaMallocArray(&b, &format, 8, 8, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(a, 0, 0, image.data(), 32, 32, 8, cudaMemcpyHostToDevice);
  cudaResourceDesc from{};
  from.resType = cudaResourceTypeArray, from.res.array.array = a;
  cudaTextureDesc how{};
  how.filterMode = cudaFilterModeLinear, how.normalizedCoords = 1;
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t t = 0, line = 0;
  std::printf("%s\n", cudaGetErrorName(cudaCreateTextureObject(&t, &from, &how, nullptr)));
  float *y, *x;
  cudaMalloc(&y, 256 * 4);
  cudaMalloc(&x, 64 * 4);
  enlarge<<<dim3(1, 16), 16>>>(t, y, 16, 16);
  cudaMemcpy(big.data(), y, 1024, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g\n", big[0], big[2 * 16 + 2], big[255]); // 0, three quarters from 0 to 1 of both, 77
  cudaMemcpy(x, image.data(), 256, cudaMemcpyHostToDevice);
  from = {}, how = {};
  from.resType = cudaResourceTypeLinear, from.res.linear.devPtr = x, from.res.linear.desc = format, from.res.linear.sizeInBytes = 256;
  cudaCreateTextureObject(&line, &from, &how, nullptr);
  from = {};
  from.resType = cudaResourceTypeArray, from.res.array.array = b;
  cudaSurfaceObject_t s = 0;
  cudaCreateSurfaceObject(&s, &from);
  negate<<<1, 64>>>(line, s, 64);
  cudaMemcpy2DFromArray(out.data(), 32, b, 0, 0, 32, 8, cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", out[1], out[63]);
  cudaDestroyTextureObject(t), cudaDestroyTextureObject(line), cudaDestroySurfaceObject(s);
  cudaFreeArray(a), cudaFreeArray(b);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaMipmappedArray_t levels;
  std::printf("%s\n", cudaGetErrorName(cudaMallocMipmappedArray(&levels, &format, cudaExtent{8, 8, 0}, 2)));
}
