#include <fpcheck/device/driver.hpp>

#include <dlfcn.h>

namespace fpcheck::device {
namespace {

template <class Function>
void find(void* library, Function*& function, const char* symbol, std::string& problem) {
  function = reinterpret_cast<Function*>(dlsym(library, symbol));
  if (function == nullptr && problem.empty()) problem = std::string("the CUDA driver has no ") + symbol;
}

void find_functions(void* library, cuda_driver& d) {
  find(library, d.init, "cuInit", d.problem);
  find(library, d.count, "cuDeviceGetCount", d.problem);
  find(library, d.get_device, "cuDeviceGet", d.problem);
  find(library, d.get_name, "cuDeviceGetName", d.problem);
  find(library, d.retain, "cuDevicePrimaryCtxRetain", d.problem);
  find(library, d.set_current, "cuCtxSetCurrent", d.problem);
  find(library, d.load, "cuModuleLoadDataEx", d.problem);
  find(library, d.unload, "cuModuleUnload", d.problem);
  find(library, d.function, "cuModuleGetFunction", d.problem);
  find(library, d.allocate, "cuMemAlloc_v2", d.problem);
  find(library, d.release, "cuMemFree_v2", d.problem);
  find(library, d.fill, "cuMemsetD8_v2", d.problem);
  find(library, d.upload, "cuMemcpyHtoD_v2", d.problem);
  find(library, d.download, "cuMemcpyDtoH_v2", d.problem);
  find(library, d.launch, "cuLaunchKernel", d.problem);
  find(library, d.synchronize, "cuCtxSynchronize", d.problem);
  find(library, d.function_attribute, "cuFuncGetAttribute", d.problem);
  find(library, d.set_function_attribute, "cuFuncSetAttribute", d.problem);
  find(library, d.global, "cuModuleGetGlobal_v2", d.problem);
  find(library, d.free_memory, "cuMemGetInfo_v2", d.problem);
  find(library, d.make_event, "cuEventCreate", d.problem);
  find(library, d.destroy_event, "cuEventDestroy_v2", d.problem);
  find(library, d.record_event, "cuEventRecord", d.problem);
  find(library, d.query_event, "cuEventQuery", d.problem);
  find(library, d.elapsed, "cuEventElapsedTime", d.problem);
  find(library, d.error_name, "cuGetErrorName", d.problem);
}

cuda_driver open_driver() {
  cuda_driver d;
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    d.problem = "there is no CUDA driver (libcuda.so.1)";
    return d;
  }
  find_functions(library, d);
  if (!d.problem.empty()) return d;
  int count = 0;
  auto ok = d.check(d.init(0), "the CUDA driver has no device");
  if (ok) ok = d.check(d.count(&count), "counting CUDA devices");
  for (int i = 0; ok && i < count; ++i) {
    int device = 0;
    void* context = nullptr;
    char name[128] = {};
    ok = d.check(d.get_device(&device, i), "selecting a CUDA device");
    if (ok) ok = d.check(d.retain(&context, device), "selecting a CUDA device");
    if (!ok) break;
    if (d.get_name(name, sizeof name, device) != 0) name[0] = '\0';
    d.names.emplace_back(name);
    d.contexts.push_back(context);
  }
  if (d.names.empty()) d.problem = ok ? "the CUDA driver has no device" : ok.error().message;
  return d;
}

} // namespace

result<void> cuda_driver::check(int code, const std::string& what) const {
  if (code == 0) return {};
  const char* name = nullptr;
  const bool known = error_name != nullptr && error_name(code, &name) == 0 && name != nullptr;
  return fail(what + ": " + (known ? std::string(name) : "CUDA error " + std::to_string(code)), {"GPU"});
}

const cuda_driver& the_cuda_driver() {
  static const cuda_driver d = open_driver();
  return d;
}

} // namespace fpcheck::device
