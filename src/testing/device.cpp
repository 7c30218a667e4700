#include "device.hpp"

#include <dlfcn.h>

#include <chrono>
#include <cstring>
#include <optional>

namespace fpcheck::testing {
namespace {

using address = unsigned long long;

/// CUlaunchConfig and CUlaunchAttribute, as far as clusters need them.
struct cluster_attribute {
  int id = 4;
  int unused = 0;
  unsigned x = 1, y = 1, z = 1;
  unsigned char rest[52] = {};
};
struct launch_configuration {
  unsigned grid[3], block[3], dynamic_shared;
  void* stream = nullptr;
  cluster_attribute* attributes = nullptr;
  unsigned count = 0;
};

/// The functions of the CUDA driver API that a launch takes, under the names that the library exports.
/// Source: CUDA Driver API reference; their ABI does not change within a suffix.
struct driver {
  int (*init)(unsigned) = nullptr;
  int (*get_device)(int*, int) = nullptr;
  int (*get_name)(char*, int, int) = nullptr;
  int (*retain)(void**, int) = nullptr;
  int (*set_current)(void*) = nullptr;
  int (*load)(void**, const void*, unsigned, int*, void**) = nullptr;
  int (*unload)(void*) = nullptr;
  int (*function)(void**, void*, const char*) = nullptr;
  int (*attribute)(void*, int, int) = nullptr;
  int (*global)(address*, std::size_t*, void*, const char*) = nullptr;
  int (*allocate)(address*, std::size_t) = nullptr;
  int (*release)(address) = nullptr;
  int (*fill)(address, unsigned char, std::size_t) = nullptr;
  int (*upload)(address, const void*, std::size_t) = nullptr;
  int (*download)(void*, address, std::size_t) = nullptr;
  int (*launch)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**) = nullptr;
  int (*launch_more)(const launch_configuration*, void*, void**, void**) = nullptr; ///< of drivers since 11.8
  int (*synchronize)() = nullptr;
  int (*error_name)(int, const char**) = nullptr;
  int device = 0;
  void* context = nullptr;
  std::string problem, name;
};

template <class Function>
void find(void* library, Function*& function, const char* symbol, std::string& problem) {
  function = reinterpret_cast<Function*>(dlsym(library, symbol));
  if (function == nullptr && problem.empty()) problem = std::string("the CUDA driver has no ") + symbol;
}

void find_functions(void* library, driver& d) {
  find(library, d.init, "cuInit", d.problem);
  find(library, d.get_device, "cuDeviceGet", d.problem);
  find(library, d.get_name, "cuDeviceGetName", d.problem);
  find(library, d.retain, "cuDevicePrimaryCtxRetain", d.problem);
  find(library, d.set_current, "cuCtxSetCurrent", d.problem);
  find(library, d.load, "cuModuleLoadDataEx", d.problem);
  find(library, d.unload, "cuModuleUnload", d.problem);
  find(library, d.function, "cuModuleGetFunction", d.problem);
  find(library, d.attribute, "cuFuncSetAttribute", d.problem);
  find(library, d.global, "cuModuleGetGlobal_v2", d.problem);
  find(library, d.allocate, "cuMemAlloc_v2", d.problem);
  find(library, d.release, "cuMemFree_v2", d.problem);
  find(library, d.fill, "cuMemsetD8_v2", d.problem);
  find(library, d.upload, "cuMemcpyHtoD_v2", d.problem);
  find(library, d.download, "cuMemcpyDtoH_v2", d.problem);
  find(library, d.launch, "cuLaunchKernel", d.problem);
  std::string too_old;
  find(library, d.launch_more, "cuLaunchKernelEx", too_old);
  find(library, d.synchronize, "cuCtxSynchronize", d.problem);
  find(library, d.error_name, "cuGetErrorName", d.problem);
}

std::string error_text(const driver& d, int code) {
  const char* name = nullptr;
  if (d.error_name != nullptr && d.error_name(code, &name) == 0 && name != nullptr) return name;
  return "CUDA error " + std::to_string(code);
}

driver open_driver() {
  driver d;
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    d.problem = "there is no CUDA driver (libcuda.so.1)";
    return d;
  }
  find_functions(library, d);
  if (!d.problem.empty()) return d;
  int code = d.init(0);
  if (code == 0) code = d.get_device(&d.device, 0);
  if (code == 0) code = d.retain(&d.context, d.device);
  if (code != 0) {
    d.problem = "the CUDA driver has no device: " + error_text(d, code);
    return d;
  }
  char name[128] = {};
  if (d.get_name(name, sizeof name, d.device) == 0) d.name = name;
  return d;
}

driver& the_driver() {
  static driver d = open_driver();
  return d;
}

/// One run: a module, memory for its buffers, and the first thing that went wrong.
class device_run {
public:
  explicit device_run(driver& d) : d_(d) {}
  ~device_run() {
    for (const address a : memory_) d_.release(a);
    if (module_ != nullptr) d_.unload(module_);
  }
  device_run(const device_run&) = delete;
  device_run& operator=(const device_run&) = delete;

  result<void> run(const std::string& ptx, exec::run_request& request) {
    if (const auto ok = check(d_.set_current(d_.context), "selecting the device"); !ok) return ok;
    if (const auto ok = check(d_.load(&module_, ptx.c_str(), 0, nullptr, nullptr), "compiling the PTX"); !ok) return ok;
    for (const exec::buffer& b : request.buffers)
      if (const auto ok = allocate(b); !ok) return ok;
    for (exec::launch& l : request.launches)
      if (const auto ok = launch(l); !ok) return ok;
    for (std::size_t i = 0; i < request.buffers.size(); ++i) {
      std::vector<std::byte>& data = request.buffers[i].data;
      if (data.empty()) continue;
      if (const auto ok = check(d_.download(data.data(), memory_[i], data.size()), "reading a buffer"); !ok) return ok;
    }
    return {};
  }

private:
  result<void> check(int code, const std::string& what) {
    if (code == 0) return {};
    return fail(what + ": " + error_text(d_, code), {"GPU"});
  }

  result<void> allocate(const exec::buffer& b) {
    address a = 0;
    if (const auto ok = check(d_.allocate(&a, b.data.empty() ? 1 : b.data.size()), "memory for " + b.name); !ok) return ok;
    memory_.push_back(a);
    if (b.data.empty()) return {};
    if (b.role == exec::buffer_role::output) return check(d_.fill(a, 0xff, b.data.size()), "filling " + b.name);
    return check(d_.upload(a, b.data.data(), b.data.size()), "copying " + b.name);
  }

  result<void> set_symbols(const exec::launch& l) {
    for (const exec::symbol_value& s : l.symbols) {
      address a = 0;
      std::size_t bytes = 0;
      if (const auto ok = check(d_.global(&a, &bytes, module_, s.name.c_str()), "the variable " + s.name); !ok) return ok;
      if (bytes < s.bytes.size()) return fail("the variable " + s.name + " is smaller than its value", {"GPU"});
      if (const auto ok = check(d_.upload(a, s.bytes.data(), s.bytes.size()), "the variable " + s.name); !ok) return ok;
    }
    return {};
  }

  result<void> launch(exec::launch& l) {
    void* function = nullptr;
    if (const auto ok = check(d_.function(&function, module_, l.kernel.c_str()), "the kernel " + l.kernel); !ok) return ok;
    constexpr int max_dynamic_shared = 8;
    if (l.dynamic_shared > 48 * 1024)
      if (const auto ok = check(d_.attribute(function, max_dynamic_shared, static_cast<int>(l.dynamic_shared)), "shared memory"); !ok)
        return ok;
    if (const auto ok = set_symbols(l); !ok) return ok;
    std::vector<void*> parameters;
    for (exec::argument& a : l.arguments) {
      for (const exec::pointer_patch& p : a.pointers) {
        const address value = memory_[p.buffer] + static_cast<address>(p.addend);
        std::memcpy(a.bytes.data() + p.offset, &value, sizeof value);
      }
      parameters.push_back(a.bytes.data());
    }
    int code = l.cluster ? launch_clusters(function, l, parameters.data())
                         : d_.launch(function, l.grid.x, l.grid.y, l.grid.z, l.block.x, l.block.y, l.block.z, l.dynamic_shared, nullptr, parameters.data(), nullptr);
    if (const auto ok = check(code, "launching " + l.kernel); !ok) return ok;
    code = d_.synchronize();
    if (code == 0) return {};
    // The driver serves a process no more after that, whatever context it asks for.
    d_.problem = "an earlier kernel stopped the device (" + error_text(d_, code) + "); a new process can use it again";
    return tl::unexpected(diagnostic{l.kernel + " stopped: " + error_text(d_, code), {"GPU"}, {}, {}, exit_code::findings});
  }

  int launch_clusters(void* function, const exec::launch& l, void** parameters) {
    constexpr int not_supported = 801, any_cluster_size = 14;
    if (d_.launch_more == nullptr) return not_supported;
    if (const int code = l.cluster->count() > 8 ? d_.attribute(function, any_cluster_size, 1) : 0; code != 0) return code;
    cluster_attribute cluster;
    cluster.x = l.cluster->x, cluster.y = l.cluster->y, cluster.z = l.cluster->z;
    const launch_configuration how{{l.grid.x, l.grid.y, l.grid.z}, {l.block.x, l.block.y, l.block.z}, l.dynamic_shared, nullptr, &cluster, 1};
    return d_.launch_more(&how, function, parameters, nullptr);
  }

  driver& d_;
  void* module_ = nullptr;
  std::vector<address> memory_;
};

analysis::output_summary summary_of(const exec::buffer& b) {
  analysis::output_summary out;
  out.name = b.name;
  out.dtype = tensor::name(b.type);
  out.shape = b.shape;
  out.elements = out.written = b.data.size() / tensor::size_of(b.type);
  return out;
}

} // namespace

const std::string& device_problem() {
  return the_driver().problem;
}

std::string device_name() {
  return the_driver().name;
}

result<analysis::checked> run_on_device(const std::string& ptx, exec::run_request& request) {
  driver& d = the_driver();
  if (!d.problem.empty()) return tl::unexpected(diagnostic{d.problem, {"GPU"}, {}, {}, exit_code::incomplete});
  const auto start = std::chrono::steady_clock::now();
  device_run run(d);
  if (const auto ok = run.run(ptx, request); !ok) return tl::unexpected(ok.error());
  analysis::checked done;
  analysis::run_result& out = done.result;
  out.kernel = request.launches.empty() ? "" : request.launches[0].kernel;
  out.shadow = "none: " + d.name;
  for (const exec::buffer& b : request.buffers)
    if (b.role != exec::buffer_role::input) out.outputs.push_back(summary_of(b));
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return done;
}

} // namespace fpcheck::testing
