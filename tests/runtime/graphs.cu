// CUDA graphs: a captured stream with a fork, nodes made by calls in an order that is not that of their making, changed arguments, a child, memory
// of a node. With an argument, the second launch of a captured kernel loses its digits.
#include <cmath>
#include <cstdio>
#include <vector>

#define CHECK(call) \
  if (const cudaError_t e = (call); e != cudaSuccess) return std::printf("%s: %s\n", #call, cudaGetErrorString(e)), 1

__global__ void add(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += by;
}
__global__ void times(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
__global__ void grown(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = expf(x[i]) - 1.0f;
}

void called(void* data) { ++*static_cast<int*>(data); }

constexpr int n = 1000;

bool all_are(const float* device, float value) {
  std::vector<float> host(n);
  if (cudaMemcpy(host.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return false;
  for (const float h : host)
    if (h != value) return std::printf("%g, not %g\n", h, value), false;
  return true;
}

int captured(float* x) {
  cudaStream_t stream, side;
  cudaEvent_t fork, join;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamCreate(&side));
  CHECK(cudaEventCreate(&fork));
  CHECK(cudaEventCreate(&join));
  float* y;
  int calls = 0;
  CHECK(cudaMalloc(&y, n * sizeof(float)));
  CHECK(cudaMemset(x, 0, n * sizeof(float)));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add<<<8, 128, 0, stream>>>(x, 1.0f, n);
  CHECK(cudaEventRecord(fork, stream));
  CHECK(cudaStreamWaitEvent(side, fork, 0));
  CHECK(cudaMemcpyAsync(y, x, n * sizeof(float), cudaMemcpyDeviceToDevice, side));
  times<<<8, 128, 0, side>>>(y, 10.0f, n);
  CHECK(cudaLaunchHostFunc(stream, called, &calls));
  CHECK(cudaEventRecord(join, side));
  CHECK(cudaStreamWaitEvent(stream, join, 0));
  if (cudaStreamSynchronize(stream) == cudaSuccess) return std::puts("a captured stream is waited for"), 1;
  (void)cudaGetLastError();
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(stream, &graph));
  std::size_t nodes = 0, roots = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots));
  if (nodes != 4 || roots != 1 || calls != 0 || !all_are(x, 0)) return std::puts("captured work is done"), 1;
  cudaGraphExec_t runs;
  CHECK(cudaGraphInstantiate(&runs, graph, 0));
  CHECK(cudaGraphDestroy(graph));
  for (int k = 0; k < 3; ++k) CHECK(cudaGraphLaunch(runs, stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaGraphExecDestroy(runs));
  if (calls != 3 || !all_are(x, 3) || !all_are(y, 30)) return std::puts("captured graph"), 1;
  return 0;
}

int described(float* x) {
  cudaGraph_t graph, parent;
  CHECK(cudaGraphCreate(&graph, 0));
  float by = 5;
  int count = n;
  void* arguments[] = {&x, &by, &count};
  cudaKernelNodeParams launch = {};
  launch.func = reinterpret_cast<void*>(times), launch.gridDim = dim3(8), launch.blockDim = dim3(128), launch.kernelParams = arguments;
  cudaGraphNode_t second, first, zero, inside;
  CHECK(cudaGraphAddKernelNode(&second, graph, nullptr, 0, &launch));
  launch.func = reinterpret_cast<void*>(add);
  by = 2;
  CHECK(cudaGraphAddKernelNode(&first, graph, nullptr, 0, &launch));
  CHECK(cudaGraphAddDependencies(graph, &first, &second, nullptr, 1));
  cudaMemsetParams fill = {};
  fill.dst = x, fill.value = 0x3f800000, fill.elementSize = 4, fill.width = n, fill.height = 1; // ones
  CHECK(cudaGraphAddMemsetNode(&zero, graph, nullptr, 0, &fill));
  CHECK(cudaGraphAddDependencies(graph, &zero, &first, nullptr, 1));
  CHECK(cudaGraphCreate(&parent, 0));
  CHECK(cudaGraphAddChildGraphNode(&inside, parent, nullptr, 0, graph));
  cudaGraphExec_t runs, family;
  CHECK(cudaGraphInstantiate(&runs, graph, 0));
  CHECK(cudaGraphInstantiate(&family, parent, 0));
  CHECK(cudaGraphLaunch(runs, nullptr));
  if (!all_are(x, 15)) return std::puts("dependencies"), 1;
  by = 3;
  CHECK(cudaGraphExecKernelNodeSetParams(runs, first, &launch));
  CHECK(cudaGraphLaunch(runs, nullptr));
  if (!all_are(x, 20)) return std::puts("changed arguments"), 1;
  CHECK(cudaGraphNodeSetEnabled(runs, second, 0));
  CHECK(cudaGraphLaunch(runs, nullptr));
  if (!all_are(x, 4)) return std::puts("a node that is off"), 1;
  CHECK(cudaGraphLaunch(family, nullptr));
  if (!all_are(x, 15)) return std::puts("child"), 1;
  return 0;
}

int lossy(float* x) {
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  std::vector<float> small(n);
  for (int i = 0; i < n; ++i) small[i] = 1e-6f * (i + 1);
  CHECK(cudaMemcpy(x, small.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  float* y;
  CHECK(cudaMalloc(&y, n * sizeof(float)));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  grown<<<8, 128, 0, stream>>>(x, y, n);
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t runs;
  CHECK(cudaGraphInstantiate(&runs, graph, 0));
  CHECK(cudaGraphLaunch(runs, stream));
  CHECK(cudaStreamSynchronize(stream));
  return 0;
}

int main(int words, char**) {
  float* x;
  CHECK(cudaMalloc(&x, n * sizeof(float)));
  if (captured(x) != 0 || described(x) != 0) return 1;
  if (words > 1 && lossy(x) != 0) return 1;
  std::puts("PASS");
}
