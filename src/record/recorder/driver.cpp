#include "driver.hpp"

#include <dlfcn.h>

#include <type_traits>

namespace fpcheck::record {

driver find_driver() {
  driver out;
  void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (library == nullptr) return out;
  const auto find = [&](auto& into, const char* name) { into = reinterpret_cast<std::remove_reference_t<decltype(into)>>(dlsym(library, name)); };
  find(out.parameter_of_function, "cuFuncGetParamInfo");
  find(out.parameter_of_kernel, "cuKernelGetParamInfo");
  find(out.module_of_function, "cuFuncGetModule");
  find(out.library_of_kernel, "cuKernelGetLibrary");
  find(out.global_of_module, "cuModuleGetGlobal_v2");
  find(out.global_of_library, "cuLibraryGetGlobal");
  find(out.extent_of, "cuMemGetAddressRange_v2");
  find(out.copy, "cuMemcpy");
  find(out.synchronize, "cuStreamSynchronize");
  find(out.is_capturing, "cuStreamIsCapturing");
  find(out.device_of_context, "cuCtxGetDevice");
  find(out.name_of_device, "cuDeviceGetName");
  return out;
}

} // namespace fpcheck::record
