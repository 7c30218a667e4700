// With linked_more.cu, of which it is compiled apart (-rdc=true): functions and variables of the other file, one template in both.
#include "linked.cuh"

#include <cstdio>
#include <vector>

__device__ float weight[n];
static __device__ float step() { return 1.0f; } // not the other file's

__global__ void prepare() {
  const int i = threadIdx.x;
  if (i < n) weight[i] = scale_of(i) + step() - square(1.0f);
  if (i == 0) printf("prepared %d\n", calls);
}

int main() {
  prepare<<<1, 32>>>();
  use();
  std::vector<float> host(n);
  if (cudaMemcpyFromSymbol(host.data(), weight, sizeof weight) != cudaSuccess) return 1;
  for (int i = 0; i < n; ++i)
    if (host[i] != 2.0f * (i + 5) + 4.0f) return std::printf("weight %d is %g\n", i, host[i]), 1;
  std::puts("PASS");
}
