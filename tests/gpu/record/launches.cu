// A program of ours that is recorded on a card: a struct of parameters, a table of pointers, variables of the module, shared memory, a template, and 20,000 small launches that are not saved.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>
#ifndef MANY
#define MANY 20000
#endif
#define CHECK(call) do { const cudaError_t e_ = (call); if (e_ != cudaSuccess) { std::printf("%s: %s\n", #call, cudaGetErrorString(e_)); return 1; } } while (0)

struct view { float* data; int rows, columns; float scale; };
__constant__ float taps[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
__device__ float total;

__global__ void smooth(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = -2; k <= 2; ++k) sum += taps[k + 2] * x[min(max(i + k, 0), n - 1)];
  if (i < n) y[i] = sum;
}
template <int Width>
__global__ void row_norms(view v, float* norms) {
  __shared__ float part[Width];
  float sum = 0;
  for (int c = threadIdx.x; c < v.columns; c += Width) { const float x = v.data[blockIdx.x * v.columns + c] * v.scale; sum += x * x; }
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int k = Width / 2; k > 0; k /= 2) { if (threadIdx.x < k) part[threadIdx.x] += part[threadIdx.x + k]; __syncthreads(); }
  if (threadIdx.x == 0) norms[blockIdx.x] = sqrtf(part[0]);
}
__global__ void gather(float* const* tables, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = exp((double)tables[i % 3][i] * 1e-3) + total;
}
__global__ void count(float* x) { x[threadIdx.x] += 1.0f; }

int main() {
  const int n = 4096;
  std::vector<float> host(n);
  for (int i = 0; i < n; ++i) host[i] = (float)((i * 7919) % 1009) / 37.0f - 11.0f;
  float *x, *y, *norms, *t[3], **tables, start = 0.5f; double* out;
  CHECK(cudaMalloc(&x, n * 4)); CHECK(cudaMalloc(&y, n * 4)); CHECK(cudaMalloc(&norms, 64 * 4)); CHECK(cudaMalloc(&out, n * 8)); CHECK(cudaMalloc(&tables, 24));
  for (auto& p : t) { CHECK(cudaMalloc(&p, n * 4)); CHECK(cudaMemcpy(p, host.data(), n * 4, cudaMemcpyHostToDevice)); }
  CHECK(cudaMemcpy(tables, t, 24, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(x, host.data(), n * 4, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyToSymbol(total, &start, 4));
  smooth<<<n / 256, 256>>>(x, y, n);
  row_norms<64><<<64, 64>>>(view{y, 64, 64, 1.5f}, norms);
  gather<<<n / 256, 256>>>(tables, out, n);
  CHECK(cudaDeviceSynchronize());
  count<<<1, 32>>>(x); // the first of its kind may be saved
  CHECK(cudaDeviceSynchronize());
  const int many = MANY;
  for (int round = 0; round < 3; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < many; ++k) count<<<1, 32>>>(x);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    CHECK(cudaDeviceSynchronize());
    std::printf("%.2f us a launch\n", seconds / many * 1e6);
  }
  std::printf("PASS\n");
}
