#pragma once
// The calls of the CUDA driver that a recorder makes. They are looked up in the program that it is loaded into; tests give their own.
#include <cuda.h>

namespace fpcheck::record {

struct driver {
  CUresult (*parameter_of_function)(CUfunction, std::size_t, std::size_t*, std::size_t*) = nullptr;
  CUresult (*parameter_of_kernel)(CUkernel, std::size_t, std::size_t*, std::size_t*) = nullptr;
  CUresult (*module_of_function)(CUmodule*, CUfunction) = nullptr;
  CUresult (*library_of_kernel)(CUlibrary*, CUkernel) = nullptr;
  CUresult (*global_of_module)(CUdeviceptr*, std::size_t*, CUmodule, const char*) = nullptr;
  CUresult (*global_of_library)(CUdeviceptr*, std::size_t*, CUlibrary, const char*) = nullptr;
  CUresult (*extent_of)(CUdeviceptr*, std::size_t*, CUdeviceptr) = nullptr;
  CUresult (*copy)(CUdeviceptr, CUdeviceptr, std::size_t) = nullptr;
  CUresult (*synchronize)(CUstream) = nullptr;
  CUresult (*is_capturing)(CUstream, CUstreamCaptureStatus*) = nullptr;
  CUresult (*device_of_context)(CUdevice*) = nullptr;
  CUresult (*name_of_device)(char*, int, CUdevice) = nullptr;

  /// Whether what no capture can do without is there.
  bool usable() const { return parameter_of_function != nullptr && extent_of != nullptr && copy != nullptr && synchronize != nullptr; }
};

/// Those of the driver that this process has loaded; what an old one lacks is empty.
driver find_driver();

} // namespace fpcheck::record
