// The launchers from host code that is no CUDA code; where there is a card the results are looked at.
#include <fpcheck/kernels/fingerprint_tree.hpp>
#include <fpcheck/kernels/launch_fingerprint.hpp>
#include <fpcheck/kernels/launch_softmax.hpp>

#include <cuda_runtime_api.h>

#include <cmath>
#include <cstdio>

namespace rows = fpcheck::kernels;

int main() {
  constexpr int columns = 1000;
  float x[columns], y[columns];
  for (int i = 0; i < columns; ++i) x[i] = static_cast<float>(i % 10);
  if (rows::softmax_workspace_words(1, columns) != 0) return 1;
  void *in = nullptr, *out = nullptr;
  if (cudaMalloc(&in, sizeof x) != cudaSuccess || cudaMalloc(&out, sizeof y) != cudaSuccess) return std::puts("skipped: there is no card; it links"), 0;
  cudaMemcpy(in, x, sizeof x, cudaMemcpyHostToDevice);
  rows::softmax_arguments a;
  a.x = in, a.y = out, a.rows = 1, a.columns = columns, a.x_row = columns, a.y_row = columns;
  if (const int error = rows::launch_softmax(fpcheck::tensor::dtype::f32, rows::softmax_result::probability, a, nullptr)) return std::printf("error %d\n", error), 1;
  cudaMemcpy(y, out, sizeof y, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (const float v : y) sum += v;
  void* memory = nullptr;
  std::uint64_t digest = 0;
  const std::size_t count = rows::fingerprint_workspace_words(sizeof y);
  const auto key = rows::make_fingerprint_key(7);
  if (cudaMalloc(&memory, count * 8) != cudaSuccess || rows::launch_fingerprint(out, sizeof y, key, static_cast<std::uint64_t*>(memory), nullptr) != 0) return 1;
  std::uint64_t before = 0;
  for (const std::uint64_t level : rows::level_sizes(sizeof y)) before += level;
  cudaMemcpy(&digest, static_cast<std::uint64_t*>(memory) + before, 8, cudaMemcpyDeviceToHost);
  const bool same = digest == rows::fingerprint_of(std::as_bytes(std::span(y)), key).digest;
  return std::fabs(sum - 1) < 1e-5 && std::fabs(y[9] / y[0] - std::exp(9.0)) < 1 && same ? 0 : 2;
}
