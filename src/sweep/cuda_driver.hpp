#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <string>
#include <vector>

namespace fpcheck::sweep {

using device_address = unsigned long long;

/// The functions of the CUDA driver API that a sweep takes, under the names that the library exports; their ABI does not change within
/// a suffix. Source: CUDA Driver API reference.
struct cuda_driver {
  int (*init)(unsigned) = nullptr;
  int (*count)(int*) = nullptr;
  int (*get_device)(int*, int) = nullptr;
  int (*get_name)(char*, int, int) = nullptr;
  int (*retain)(void**, int) = nullptr;
  int (*set_current)(void*) = nullptr;
  int (*load)(void**, const void*, unsigned, int*, void**) = nullptr;
  int (*unload)(void*) = nullptr;
  int (*function)(void**, void*, const char*) = nullptr;
  int (*allocate)(device_address*, std::size_t) = nullptr;
  int (*release)(device_address) = nullptr;
  int (*fill)(device_address, unsigned char, std::size_t) = nullptr;
  int (*upload)(device_address, const void*, std::size_t) = nullptr;
  int (*download)(void*, device_address, std::size_t) = nullptr;
  int (*launch)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**) = nullptr;
  int (*synchronize)() = nullptr;
  int (*error_name)(int, const char**) = nullptr;

  std::string problem;             ///< why there is no device, or empty
  std::vector<std::string> names;  ///< of the devices
  std::vector<void*> contexts;     ///< of each

  /// Error: `what`, with the driver's word for the code, unless that is 0.
  result<void> check(int code, const std::string& what) const;
};

/// The driver of this machine, opened once.
const cuda_driver& the_cuda_driver();

} // namespace fpcheck::sweep
