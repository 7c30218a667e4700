// Many variables of the module, and many pieces of the device heap that one kernel takes and the next one uses.
#include <cstdio>

#define TEN(name, k) name(k##0) name(k##1) name(k##2) name(k##3) name(k##4) name(k##5) name(k##6) name(k##7) name(k##8) name(k##9)
#define DECLARE(k) __device__ float v##k[2] = {k};
#define SUM(k) +v##k[0]
#define SET(k) v##k[1] = 2.0f * v##k[0];
TEN(DECLARE, 1) TEN(DECLARE, 2) TEN(DECLARE, 3) TEN(DECLARE, 4) TEN(DECLARE, 5)

__global__ void sum(float* to) {
  *to = 0.0f TEN(SUM, 1) TEN(SUM, 2) TEN(SUM, 3) TEN(SUM, 4) TEN(SUM, 5);
  TEN(SET, 1) TEN(SET, 2) TEN(SET, 3) TEN(SET, 4) TEN(SET, 5)
}

__global__ void take(float** pieces) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  pieces[i] = static_cast<float*>(malloc(sizeof(float)));
  *pieces[i] = i;
}
__global__ void give(float** pieces, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = *pieces[i] + v20[1];
  free(pieces[i]);
}

int main() {
  constexpr int n = 256;
  float *to, host[n], last[2];
  float** pieces;
  if (cudaMalloc(&to, sizeof host) != cudaSuccess || cudaMalloc(&pieces, n * sizeof *pieces) != cudaSuccess) return 1;
  sum<<<1, 1>>>(to);
  cudaMemcpy(host, to, sizeof(float), cudaMemcpyDeviceToHost);
  if (host[0] != 1725.0f) return std::printf("sum %g\n", host[0]), 1;
  if (cudaMemcpyFromSymbol(last, v59, sizeof last) != cudaSuccess || last[1] != 118.0f) return std::puts("last"), 1;
  take<<<2, n / 2>>>(pieces);
  float* seen[n];
  cudaMemcpy(seen, pieces, sizeof seen, cudaMemcpyDeviceToHost); // what comes next is looked at for itself
  give<<<2, n / 2>>>(pieces, to);
  cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (host[i] != i + 40.0f) return std::printf("piece %d %g\n", i, host[i]), 1;
  std::puts("PASS");
}
