#pragma once
#include "device.hpp"

#include <fpcheck/kernels/element.hpp>
#include <fpcheck/kernels/hash.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

/// What the benchmarks of row kernels share: inputs, a clock with a cold cache, the ceiling.
namespace gpu {

/// Device memory that is freed with it.
class device_bytes {
public:
  explicit device_bytes(std::size_t bytes) : bytes_(bytes) { check(cudaMalloc(&data_, bytes), "cudaMalloc"); }
  ~device_bytes() { cudaFree(data_); }
  device_bytes(const device_bytes&) = delete;
  device_bytes& operator=(const device_bytes&) = delete;
  template <class T = void>
  T* as() const { return static_cast<T*>(data_); }
  std::size_t size() const { return bytes_; }

private:
  void* data_ = nullptr;
  std::size_t bytes_;
};

/// Fills `n` elements with numbers spread evenly over [low, high).
template <class Tag>
__global__ void fill_uniform(fpcheck::code_type<Tag>* x, std::size_t n, float low, float high, std::uint32_t seed) {
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += std::size_t{gridDim.x} * blockDim.x) {
    const std::uint32_t h = fpcheck::kernels::lowbias32(static_cast<std::uint32_t>(i) ^ fpcheck::kernels::lowbias32(seed + static_cast<std::uint32_t>(i >> 32)));
    x[i] = fpcheck::kernels::element_code<Tag>(low + (high - low) * static_cast<float>(h >> 8) * 0x1p-24f);
  }
}

/// Reads `inputs` arrays of `quads` 16-byte words and writes their XOR `outputs` times: the traffic without the work.
template <int Inputs>
__global__ void move_words(const uint4* x, const uint4* x2, uint4* y, std::size_t quads) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < quads; i += stride) {
    uint4 v = __ldcs(x + i);
    if constexpr (Inputs == 2) {
      const uint4 w = __ldcs(x2 + i);
      v = make_uint4(v.x ^ w.x, v.y ^ w.y, v.z ^ w.z, v.w ^ w.w);
    }
    __stcs(y + i, v);
  }
}
/// Reads only; writes one word where the data are what they never are.
__global__ void read_words(const uint4* x, unsigned* y, std::size_t quads) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  unsigned seen = 0;
  std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (; i + 3 * stride < quads; i += 4 * stride) {
    const uint4 a = __ldcs(x + i), b = __ldcs(x + i + stride), c = __ldcs(x + i + 2 * stride), d = __ldcs(x + i + 3 * stride);
    seen |= (a.x ^ b.y) + (c.z ^ d.w) + (a.y | b.x) + (c.w | d.z) + a.z + a.w + b.z + b.w + c.x + c.y + d.x + d.y;
  }
  for (; i < quads; i += stride) seen |= x[i].x;
  if (seen == 0x12345678u) *y = seen;
}

/// Times device work with a cold L2 cache: the median of several runs, in seconds.
class cold_clock {
public:
  cold_clock() : flush_(std::size_t{192} << 20) {
    check(cudaEventCreate(&begin_), "event");
    check(cudaEventCreate(&end_), "event");
  }
  template <class Work>
  double seconds(const Work& work, int runs) {
    work();
    std::vector<float> times(static_cast<std::size_t>(runs));
    for (float& t : times) {
      check(cudaMemsetAsync(flush_.as(), 1, flush_.size()), "flush");
      check(cudaEventRecord(begin_), "event");
      work();
      check(cudaEventRecord(end_), "event");
      check(cudaEventSynchronize(end_), "run");
      check(cudaEventElapsedTime(&t, begin_, end_), "event");
    }
    check(cudaGetLastError(), "launch");
    std::sort(times.begin(), times.end());
    return static_cast<double>(times[times.size() / 2]) * 1e-3;
  }

private:
  device_bytes flush_;
  cudaEvent_t begin_{}, end_{};
};

/// How many runs to time: more of short ones.
inline int runs_for(double bytes) { return bytes < 1e8 ? 31 : bytes < 2e9 ? 15 : 5; }

} // namespace gpu
