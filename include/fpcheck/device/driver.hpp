#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <string>
#include <vector>

/// Kernels on a card, through the CUDA driver, which is opened at run time.
namespace fpcheck::device {

using address = unsigned long long;

/// The functions of the CUDA driver API that are used, under the names that the library exports; their ABI does not change within
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
  int (*allocate)(address*, std::size_t) = nullptr;
  int (*release)(address) = nullptr;
  int (*fill)(address, unsigned char, std::size_t) = nullptr;
  int (*upload)(address, const void*, std::size_t) = nullptr;
  int (*download)(void*, address, std::size_t) = nullptr;
  int (*launch)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**) = nullptr;
  int (*synchronize)() = nullptr;
  int (*function_attribute)(int*, int, void*) = nullptr;
  int (*set_function_attribute)(void*, int, int) = nullptr;
  int (*global)(address*, std::size_t*, void*, const char*) = nullptr;
  int (*free_memory)(std::size_t*, std::size_t*) = nullptr;
  int (*make_event)(void**, unsigned) = nullptr;
  int (*destroy_event)(void*) = nullptr;
  int (*record_event)(void*, void*) = nullptr;
  int (*query_event)(void*) = nullptr;
  int (*elapsed)(float*, void*, void*) = nullptr; ///< milliseconds
  int (*error_name)(int, const char**) = nullptr;

  std::string problem;             ///< why there is no device, or empty
  std::vector<std::string> names;  ///< of the devices
  std::vector<void*> contexts;     ///< of each

  /// Error: `what`, with the driver's word for the code, unless that is 0.
  result<void> check(int code, const std::string& what) const;
};

/// The driver of this machine, opened once.
const cuda_driver& the_cuda_driver();

} // namespace fpcheck::device
