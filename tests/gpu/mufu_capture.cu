// Captures what the multifunction unit gives over the octaves from which its tables are fitted (mufu_fit.cpp).
// Usage: mufu_capture DIRECTORY. Writes DIRECTORY/NAME.raw: for each input code from a first to a last one the 32-bit
// output; the first code is the first word of the file.
#include "device.hpp"

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

#define FPCHECK_CAPTURED(name, ptx)                                                                                    \
  __global__ void name##_kernel(std::uint32_t first, std::uint32_t n, std::uint32_t* out) {                            \
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;                                                     \
    if (i >= n) return;                                                                                                \
    float y;                                                                                                           \
    asm volatile(ptx " %0, %1;" : "=f"(y) : "f"(__uint_as_float(first + i)));                                          \
    out[i] = __float_as_uint(y);                                                                                       \
  }
FPCHECK_CAPTURED(rcp, "rcp.approx.ftz.f32")
FPCHECK_CAPTURED(rsq, "rsqrt.approx.ftz.f32")
FPCHECK_CAPTURED(sqrt, "sqrt.approx.ftz.f32")
FPCHECK_CAPTURED(ex2, "ex2.approx.ftz.f32")
FPCHECK_CAPTURED(lg2, "lg2.approx.ftz.f32")
FPCHECK_CAPTURED(sin, "sin.approx.ftz.f32")
FPCHECK_CAPTURED(tanh, "tanh.approx.f32")

using kernel = void (*)(std::uint32_t, std::uint32_t, std::uint32_t*);

/// Writes the outputs for the octaves from 2^`low` up to, without it, 2^`high`.
bool capture(const std::string& path, kernel k, int low, int high) {
  const std::uint32_t first = static_cast<std::uint32_t>(127 + low) << 23, n = static_cast<std::uint32_t>(high - low)
                                                                               << 23;
  std::uint32_t* d = nullptr;
  gpu::check(cudaMalloc(&d, n * 4ull), "malloc");
  k<<<(n + 255) / 256, 256>>>(first, n, d);
  std::vector<std::uint32_t> h(n + 1ull, first);
  gpu::check(cudaMemcpy(h.data() + 1, d, n * 4ull, cudaMemcpyDeviceToHost), path.c_str());
  gpu::check(cudaFree(d), "free");
  std::FILE* f = std::fopen(path.c_str(), "wb");
  const bool written = f != nullptr && std::fwrite(h.data(), 4, h.size(), f) == h.size();
  if (f != nullptr) std::fclose(f);
  std::printf("%s: %s\n", path.c_str(), written ? "written" : "cannot be written");
  return written;
}

} // namespace

int main(int argc, char** argv) {
  if (!gpu::present()) return gpu::skip("mufu_capture");
  if (argc != 2) return std::printf("usage: mufu_capture DIRECTORY\n"), 2;
  const std::string directory = argv[1];
  std::printf("%s\n", gpu::name().c_str());
  const bool good =
      capture(directory + "/rcp.raw", rcp_kernel, 0, 1) && capture(directory + "/rsq.raw", rsq_kernel, 0, 2) &&
      capture(directory + "/sqrt.raw", sqrt_kernel, 0, 2) && capture(directory + "/ex2.raw", ex2_kernel, 0, 1) &&
      capture(directory + "/lg2.raw", lg2_kernel, 0, 1) && capture(directory + "/sin.raw", sin_kernel, -12, 1) &&
      capture(directory + "/tanh.raw", tanh_kernel, -8, 3);
  return good ? 0 : 1;
}
