// Memory in all its kinds, streams, events, symbols: a program without a defect.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

__constant__ float weights[4];
__device__ float total;
__managed__ int calls;

__global__ void weigh(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * weights[i % 4];
  if (i == 0) ++calls;
}

__global__ void add_up(const float* in, int n) {
  extern __shared__ float part[];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += in[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    total = part[0];
    printf("total %.3f of %d\n", total, n);
  }
}

struct node {
  float value;
  node* next;
};
__global__ void walk(const node* first, double* out) {
  double sum = 0;
  for (const node* p = first; p != nullptr; p = p->next) sum += p->value;
  *out = sum;
}

#define CHECK(call) \
  if (const cudaError_t e = (call); e != cudaSuccess) return std::printf("%s: %s\n", #call, cudaGetErrorName(e)), 1

int main() {
  const int n = 1000;
  std::vector<float> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = 1.0f + i % 7;
  const float w[4] = {1, 0.5f, 2, 0.25f};
  int devices = 0;
  CHECK(cudaGetDeviceCount(&devices));
  cudaDeviceProp what;
  CHECK(cudaGetDeviceProperties(&what, 0));
  if (devices != 1 || what.major != 9 || what.warpSize != 32) return std::puts("no such device"), 1;
  CHECK(cudaMemcpyToSymbol(weights, w, sizeof w));
  float *a, *b, *pinned;
  CHECK(cudaMalloc(&a, n * sizeof(float)));
  CHECK(cudaMallocAsync(&b, n * sizeof(float), nullptr));
  CHECK(cudaMallocHost(&pinned, n * sizeof(float)));
  std::memcpy(pinned, in.data(), n * sizeof(float));
  cudaStream_t stream;
  cudaEvent_t start, stop;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaMemcpyAsync(a, pinned, n * sizeof(float), cudaMemcpyHostToDevice, stream));
  CHECK(cudaMemsetAsync(b, 0xff, n * sizeof(float), stream));
  CHECK(cudaEventRecord(start, stream));
  weigh<<<(n + 127) / 128, 128, 0, stream>>>(a, b, n);
  CHECK(cudaGetLastError());
  add_up<<<1, 256, 256 * sizeof(float), stream>>>(b, n);
  CHECK(cudaEventRecord(stop, stream));
  CHECK(cudaEventSynchronize(stop));
  float ms = -1, sum = 0;
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  CHECK(cudaMemcpyFromSymbol(&sum, total, sizeof sum));
  CHECK(cudaMemcpy(out.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost));
  double expected = 0;
  for (int i = 0; i < n; ++i) expected += in[i] * w[i % 4];
  for (int i = 0; i < n; ++i)
    if (out[i] != in[i] * w[i % 4]) return std::printf("wrong at %d\n", i), 1;
  if (std::fabs(sum - expected) > 1e-2 || calls != 1 || ms <= 0) return std::printf("sum %g not %g, %d calls\n", sum, expected, calls), 1;

  node* nodes;
  double* length;
  CHECK(cudaMallocManaged(&nodes, 10 * sizeof(node)));
  CHECK(cudaMallocManaged(&length, sizeof(double)));
  for (int i = 0; i < 10; ++i) nodes[i] = {0.5f * i, i < 9 ? nodes + i + 1 : nullptr};
  walk<<<1, 1>>>(nodes, length);
  CHECK(cudaDeviceSynchronize());
  if (*length != 22.5) return std::printf("length %g\n", *length), 1;
  weigh<<<0, 128>>>(a, b, n);
  if (cudaGetLastError() != cudaErrorInvalidConfiguration || cudaGetLastError() != cudaSuccess) return std::puts("an empty grid is an error"), 1;
  CHECK(cudaFree(a));
  CHECK(cudaFreeAsync(b, stream));
  CHECK(cudaFreeHost(pinned));
  std::puts("PASS");
}
