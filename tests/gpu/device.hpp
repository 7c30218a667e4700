#pragma once
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <string>

/// What the programs of this folder share: finding a device, saying that there is none, and checking calls.
namespace gpu {

/// The exit code with which CTest counts a test as skipped.
inline constexpr int skipped = 77;

/// Whether a CUDA device can be used.
inline bool present() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
}

/// Says that `program` did nothing for want of a device, and returns the exit code for it.
inline int skip(const char* program) {
  std::printf("%s: skipped, no CUDA device is present\n", program);
  return skipped;
}

/// Ends the program with a message when a CUDA call failed.
inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

/// The first device's name, as the driver gives it.
inline std::string name() {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, 0), "device properties");
  return properties.name;
}

} // namespace gpu
