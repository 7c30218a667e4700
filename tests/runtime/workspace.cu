// One workspace for numbers and links between them, cut out of bytes; and one that floats leave to doubles. Right, and with an argument
// wrong in what the numbers are.
#include <cstdio>
#include <cstring>
#include <vector>

constexpr int n = 256, lists = 16;

// Numbers in the first half, links in the second; -1 ends a list, and is a NaN to who takes it for a float.
__global__ void link_up(const float* x, unsigned char* workspace, bool squares) {
  auto* const value = reinterpret_cast<float*>(workspace);
  auto* const next = reinterpret_cast<int*>(workspace + n * sizeof(float));
  const int i = threadIdx.x;
  const float a = x[i], b = x[(i + 1) % n];
  value[i] = squares ? (a * a - b * b) / (a - b) : a + b; // line 15
  next[i] = i + lists < n ? i + lists : -1;
}
__global__ void sum_up(const unsigned char* workspace, float* sums) {
  const auto* const value = reinterpret_cast<const float*>(workspace);
  const auto* const next = reinterpret_cast<const int*>(workspace + n * sizeof(float));
  float sum = 0;
  for (int i = threadIdx.x; i >= 0; i = next[i]) sum += value[i];
  sums[threadIdx.x] = sum;
}

// Three quarters of a pool are floats, which stay; the last one goes to doubles, whose low words are any bits.
__global__ void scale_floats(const float* x, float* pool, float by) { pool[threadIdx.x] = x[threadIdx.x] * by; }
__global__ void thirds(double* pool) { pool[threadIdx.x] = (1.0 + threadIdx.x) / 3.0; }
__global__ void add_both(const float* floats, const double* doubles, double* y, double big) {
  const int i = threadIdx.x;
  y[i] = (floats[i] + big * doubles[i % (n / 8)]) - big * doubles[i % (n / 8)]; // line 31
}

int main(int count, char** argument) {
  const char* const what = count > 1 ? argument[1] : "";
  std::vector<float> x(n);
  for (int i = 0; i < n; ++i) x[i] = std::strcmp(what, "equal") == 0 ? 3.1f : 1.0f + 0.01f * i;
  float *in, *sums, *pool;
  double* y;
  unsigned char* workspace;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&sums, lists * sizeof(float));
  cudaMalloc(&workspace, n * (sizeof(float) + sizeof(int)));
  cudaMalloc(&pool, n * sizeof(float) * 2);
  cudaMalloc(&y, n * sizeof(double));
  cudaMemcpy(in, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  link_up<<<1, n>>>(in, workspace, std::strcmp(what, "equal") == 0);
  sum_up<<<1, lists>>>(workspace, sums);
  cudaMemset(pool, 0, n * sizeof(float) * 2);
  scale_floats<<<1, n>>>(in, pool, 1.1f);
  thirds<<<1, n / 8>>>(reinterpret_cast<double*>(pool + n));
  add_both<<<1, n>>>(pool, reinterpret_cast<double*>(pool + n), y, std::strcmp(what, "large") == 0 ? 1e17 : 1.0);
  float first;
  double last;
  cudaMemcpy(&first, sums, sizeof first, cudaMemcpyDeviceToHost);
  if (cudaMemcpy(&last, y, sizeof last, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  std::printf("%g %g\n", first, last);
}
