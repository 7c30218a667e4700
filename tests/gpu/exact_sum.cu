// Exact sums on the device: any order, warp, block and grid merges give the host's bits; and what they cost.
#include <fpcheck/exact/block_sum.hpp>

#include "device.hpp"

#include <cstdint>
#include <vector>

using fpcheck::exact::double_sum;
using fpcheck::exact::float_sum;

namespace {

constexpr int threads = 256;

__host__ __device__ std::uint64_t mix(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Element i of permutation p of 0 .. n - 1, n a power of two: an odd multiplier, a shift and an xor are bijections.
__device__ std::uint32_t permuted(std::uint32_t i, std::uint64_t p, std::uint32_t n) {
  const std::uint64_t k = mix(p);
  i = (i * (static_cast<std::uint32_t>(k) | 1)) & (n - 1);
  i ^= i >> 5;
  i = (i * (static_cast<std::uint32_t>(k >> 32) | 1)) & (n - 1);
  return (i + static_cast<std::uint32_t>(k >> 40)) & (n - 1);
}

/// One permutation a warp.
template <class Sum, class T>
__global__ void permutations(const T* x, std::uint32_t n, std::uint64_t expected, unsigned long long* wrong,
                             std::uint64_t count) {
  const std::uint64_t warps = static_cast<std::uint64_t>(gridDim.x) * blockDim.x / 32;
  for (std::uint64_t p = (blockIdx.x * static_cast<std::uint64_t>(blockDim.x) + threadIdx.x) / 32; p < count;
       p += warps) {
    Sum s;
    for (std::uint32_t i = threadIdx.x % 32; i < n; i += 32) s.add(x[permuted(i, p, n)]);
    fpcheck::exact::merge_warp(s);
    const T r = s.template round<T>();
    if (fpcheck::bits_of(r) != expected) atomicAdd(wrong, 1ull);
  }
}

template <class Sum, class T>
__global__ void by_block(const T* x, std::size_t n, unsigned long long* words, unsigned* flags) {
  __shared__ fpcheck::exact::block_sum_storage<Sum::lowest_bit, Sum::word_count> shared;
  Sum s;
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < n;
       i += static_cast<std::size_t>(gridDim.x) * blockDim.x)
    s.add(x[i]);
  fpcheck::exact::merge_block(s, shared);
  if (threadIdx.x == 0) fpcheck::exact::merge_global(s, words, flags);
}

template <class T>
__global__ void plain(const T* x, std::size_t n, T* out) {
  T s = 0;
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < n;
       i += static_cast<std::size_t>(gridDim.x) * blockDim.x)
    s += x[i];
  for (int offset = 16; offset > 0; offset >>= 1) s += __shfl_down_sync(0xffffffffu, s, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(out, s);
}

/// Cancelling terms over many binades.
template <class T>
std::vector<T> ill_conditioned(std::size_t n, int spread) {
  std::vector<T> x(n);
  for (std::size_t i = 0; i < n; i += 2) {
    const std::uint64_t k = mix(i);
    const T m = static_cast<T>(1 + static_cast<double>(k >> 12) * 0x1p-52);
    const int e = static_cast<int>(k % static_cast<unsigned>(2 * spread)) - spread;
    double scale = 1;
    for (int j = 0; j < (e < 0 ? -e : e); ++j) scale *= e < 0 ? 0.5 : 2.0;
    x[i] = m * static_cast<T>(scale);
    x[i + 1] = (k & 7) == 0 ? -x[i] * static_cast<T>(1 + 1e-6) : -x[i];
  }
  return x;
}

template <class Sum, class T>
bool check(const char* name, int spread) {
  const std::size_t n = std::size_t{1} << 24;
  const std::uint32_t small = 256;
  const std::vector<T> x = ill_conditioned<T>(n, spread);
  Sum first, all;
  for (std::uint32_t i = 0; i < small; ++i) first.add(x[i]);
  for (const T v : x) all.add(v);
  T *device = nullptr, *out = nullptr;
  unsigned long long* words = nullptr;
  gpu::check(cudaMalloc(&device, n * sizeof(T)), "allocation");
  gpu::check(cudaMemcpy(device, x.data(), n * sizeof(T), cudaMemcpyHostToDevice), "copy");
  gpu::check(cudaMallocManaged(&words, (Sum::word_count + 2) * 8), "allocation");
  gpu::check(cudaMallocManaged(&out, sizeof(T)), "allocation");
  for (int i = 0; i < Sum::word_count + 2; ++i) words[i] = 0;
  unsigned long long* wrong = words + Sum::word_count;
  auto* flags = reinterpret_cast<unsigned*>(words + Sum::word_count + 1);
  permutations<Sum, T><<<1024, threads>>>(device, small, fpcheck::bits_of(first.template round<T>()), wrong, 1000000);
  gpu::check(cudaDeviceSynchronize(), "permutations");

  cudaEvent_t start, middle, end;
  cudaEventCreate(&start), cudaEventCreate(&middle), cudaEventCreate(&end);
  *out = 0;
  plain<T><<<1056, threads>>>(device, n, out);
  by_block<Sum, T><<<1056, threads>>>(device, n, words, flags);
  gpu::check(cudaDeviceSynchronize(), "warm-up");
  for (int i = 0; i < Sum::word_count; ++i) words[i] = 0;
  cudaEventRecord(start);
  plain<T><<<1056, threads>>>(device, n, out);
  cudaEventRecord(middle);
  by_block<Sum, T><<<1056, threads>>>(device, n, words, flags);
  cudaEventRecord(end);
  gpu::check(cudaDeviceSynchronize(), "sums");
  float plain_ms = 0, exact_ms = 0;
  cudaEventElapsedTime(&plain_ms, start, middle), cudaEventElapsedTime(&exact_ms, middle, end);
  Sum merged;
  for (int i = 0; i < Sum::word_count; ++i) merged.words()[i] = static_cast<std::int64_t>(words[i]);
  merged.set_flags(*flags);
  const bool grid_equal = fpcheck::bits_of(merged.template round<T>()) == fpcheck::bits_of(all.template round<T>());
  const bool good = *wrong == 0 && grid_equal;
  std::printf(
      "exact_sum %s %s: 1000000 permutations of %u terms by warps, %llu with other bits; 2^24 terms by blocks %s; "
      "%.3f ms against %.3f ms plain, ratio %.1f\n",
      name, good ? "ok" : "FAILED", small, *wrong, grid_equal ? "equal the host" : "DIFFER", exact_ms, plain_ms,
      exact_ms / plain_ms);
  cudaFree(device), cudaFree(words), cudaFree(out);
  return good;
}

} // namespace

int main() {
  if (!gpu::present()) return gpu::skip("exact_sum");
  std::printf("exact_sum on %s\n", gpu::name().c_str());
  bool good = check<float_sum, float>("f32", 60);
  good &= check<double_sum, double>("f64", 500);
  return good ? 0 : 1;
}
