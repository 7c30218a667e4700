// Cooperative launches, dynamic shared memory, occupancy, attributes, clusters' configuration calls, host functions, 2D copies, the device
// heap, repeats.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <vector>

namespace cg = cooperative_groups;

#define CHECK(call) \
  if (const cudaError_t e = (call); e != cudaSuccess) return std::printf("%s: %s\n", #call, cudaGetErrorString(e)), 1

__global__ void all_together(int* counts, int n) {
  cg::grid_group grid = cg::this_grid();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) counts[i] = i;
  grid.sync();
  if (i < n / 2) counts[i] += counts[n - 1 - i];
}

__global__ void reverse(float* x, int n) {
  extern __shared__ float room[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) room[i] = x[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = room[n - 1 - i];
}

__device__ float* kept;
__global__ void keep(float value) {
  kept = static_cast<float*>(malloc(16));
  *kept = value;
}
__global__ void give_back(float* to) {
  *to = 2 * *kept;
  free(kept);
}

__global__ void scale(const float* in, float* out, float by) { out[threadIdx.x] = by * in[threadIdx.x]; }

void called(void* data) { ++*static_cast<int*>(data); }

int main() {
  int blocks = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, all_together, 128, 0));
  cudaFuncAttributes about;
  CHECK(cudaFuncGetAttributes(&about, reverse));
  if (blocks < 1 || blocks > 32 || about.maxThreadsPerBlock != 1024) return std::puts("occupancy"), 1;

  int n = 1024, *counts;
  CHECK(cudaMalloc(&counts, n * sizeof(int)));
  void* arguments[] = {&counts, &n};
  CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(all_together), dim3(8), dim3(128), arguments));
  std::vector<int> got(n);
  CHECK(cudaMemcpy(got.data(), counts, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    if (got[i] != (i < n / 2 ? n - 1 : i)) return std::puts("grid sync"), 1;

  const int many = 20000; // 80,000 bytes of dynamic shared memory
  float* x;
  CHECK(cudaMalloc(&x, many * sizeof(float)));
  std::vector<float> host(many);
  for (int i = 0; i < many; ++i) host[i] = i;
  CHECK(cudaMemcpy(x, host.data(), many * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, many * 4));
  cudaLaunchConfig_t how = {};
  how.gridDim = dim3(1), how.blockDim = dim3(256), how.dynamicSmemBytes = many * 4;
  CHECK(cudaLaunchKernelEx(&how, reverse, x, many));
  CHECK(cudaMemcpy(host.data(), x, many * sizeof(float), cudaMemcpyDeviceToHost));
  if (host[0] != many - 1 || host[many - 1] != 0) return std::puts("reverse"), 1;

  keep<<<1, 1>>>(21.0f);
  give_back<<<1, 1>>>(x);
  float answer = 0;
  CHECK(cudaMemcpy(&answer, x, sizeof answer, cudaMemcpyDeviceToHost));
  if (answer != 42) return std::printf("heap %g\n", answer), 1;

  float *wide, block[3][5], back[3][5] = {};
  std::size_t pitch = 0;
  for (int i = 0; i < 15; ++i) block[i / 5][i % 5] = i;
  CHECK(cudaMallocPitch(&wide, &pitch, sizeof block[0], 3));
  CHECK(cudaMemcpy2D(wide, pitch, block, sizeof block[0], sizeof block[0], 3, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy2D(back, sizeof back[0], wide, pitch, sizeof back[0], 3, cudaMemcpyDeviceToHost));
  if (std::memcmp(block, back, sizeof block) != 0 || pitch % 512 != 0) return std::puts("2D copies"), 1;

  int calls = 0;
  CHECK(cudaLaunchHostFunc(nullptr, called, &calls));
  for (int k = 0; k < 50; ++k) scale<<<1, 32>>>(x + 1, x + 100, 3.0f);
  CHECK(cudaDeviceSynchronize());
  if (calls != 1) return std::puts("host function"), 1;
  int value = 0;
  if (cudaDeviceGetAttribute(&value, cudaDevAttrCooperativeLaunch, 0) != cudaSuccess || value != 1) return std::puts("attribute"), 1;
  std::puts("PASS");
}
