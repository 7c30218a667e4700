// The library that the CUDA driver loads into a program (CUDA_INJECTION64_PATH): subscribes to the driver's calls by CUPTI.
#include "launch_recorder.hpp"

#include <cupti.h>

#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>

namespace fpcheck::record {
namespace {

/// Of CUPTI, in whatever version the program or the machine has it.
struct cupti {
  CUptiResult (*subscribe)(CUpti_SubscriberHandle*, CUpti_CallbackFunc, void*) = nullptr;
  CUptiResult (*enable)(std::uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain, CUpti_CallbackId) = nullptr;
};

void* open_cupti() {
  const char* const names[] = {"libcupti.so.13", "libcupti.so.12", "libcupti.so"};
  for (const char* name : names)
    if (void* const l = dlopen(name, RTLD_NOW | RTLD_NOLOAD)) return l; // the program's own
  if (const char* const given = std::getenv("FPCHECK_CUPTI"); given != nullptr)
    if (void* const l = dlopen(given, RTLD_NOW)) return l;
  for (const char* folder : {"", "/usr/local/cuda/lib64/", "/usr/local/cuda/extras/CUPTI/lib64/", "/usr/local/cuda/lib/", "/usr/lib/x86_64-linux-gnu/"})
    for (const char* name : names)
      if (void* const l = dlopen((std::string(folder) + name).c_str(), RTLD_NOW)) return l;
  return nullptr;
}

/// All that the callbacks use; never destroyed, for the program's other threads go on.
struct session {
  launch_recorder recorder;
  std::recursive_mutex mutex;
  std::atomic<std::uint64_t> nanoseconds{0}, calls{0}; ///< in callbacks of launches that were not saved
};
session* one = nullptr;
thread_local bool busy = false, taken = false; ///< our own calls of the driver come here too; this thread's launch is saved

using clock = std::chrono::steady_clock;

template <class P>
launch_call plain_launch(const char* kernel, const P& p) {
  launch_call l;
  l.kernel = kernel, l.function = p.f;
  l.grid[0] = p.gridDimX, l.grid[1] = p.gridDimY, l.grid[2] = p.gridDimZ;
  l.block[0] = p.blockDimX, l.block[1] = p.blockDimY, l.block[2] = p.blockDimZ;
  l.shared = p.sharedMemBytes, l.stream = p.hStream, l.parameters = p.kernelParams;
  return l;
}

launch_call wide_launch(const char* kernel, const cuLaunchKernelEx_params& p) {
  const CUlaunchConfig& c = *p.config;
  launch_call l;
  l.kernel = kernel, l.function = p.f;
  l.grid[0] = c.gridDimX, l.grid[1] = c.gridDimY, l.grid[2] = c.gridDimZ;
  l.block[0] = c.blockDimX, l.block[1] = c.blockDimY, l.block[2] = c.blockDimZ;
  l.shared = c.sharedMemBytes, l.stream = c.hStream, l.parameters = p.kernelParams, l.extra = p.extra;
  for (unsigned k = 0; k < c.numAttrs; ++k)
    if (c.attrs[k].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
      const auto& d = c.attrs[k].value.clusterDim;
      l.cluster[0] = d.x, l.cluster[1] = d.y, l.cluster[2] = d.z;
    }
  return l;
}

void launch(const CUpti_CallbackData& c, const launch_call& l) {
  const auto start = clock::now();
  bool saved = taken;
  if (c.callbackSite == CUPTI_API_ENTER) saved = taken = one->recorder.before(l);
  else if (std::exchange(taken, false)) one->recorder.after(l.stream, c.functionReturnValue != nullptr && *static_cast<const CUresult*>(c.functionReturnValue) == CUDA_SUCCESS);
  if (saved) return;
  one->nanoseconds += static_cast<std::uint64_t>(std::chrono::nanoseconds(clock::now() - start).count());
  one->calls += c.callbackSite == CUPTI_API_ENTER ? 1 : 0;
}

template <class P>
const P& parameters(const CUpti_CallbackData& c) { return *static_cast<const P*>(c.functionParams); }

void loaded(const CUpti_CallbackData& c, const void* handle, const void* image) {
  if (c.callbackSite == CUPTI_API_EXIT) one->recorder.loaded(handle, image);
}

void loaded_file(const CUpti_CallbackData& c, const void* handle, const char* file) {
  if (c.callbackSite == CUPTI_API_EXIT && file != nullptr) one->recorder.loaded_file(handle, file);
}

void dispatch(CUpti_CallbackId id, const CUpti_CallbackData& c) {
  switch (id) {
  case CUPTI_DRIVER_TRACE_CBID_cuModuleLoad: return loaded_file(c, *parameters<cuModuleLoad_params>(c).module, parameters<cuModuleLoad_params>(c).fname);
  case CUPTI_DRIVER_TRACE_CBID_cuLibraryLoadFromFile: return loaded_file(c, *parameters<cuLibraryLoadFromFile_params>(c).library, parameters<cuLibraryLoadFromFile_params>(c).fileName);
  case CUPTI_DRIVER_TRACE_CBID_cuModuleLoadData: return loaded(c, *parameters<cuModuleLoadData_params>(c).module, parameters<cuModuleLoadData_params>(c).image);
  case CUPTI_DRIVER_TRACE_CBID_cuModuleLoadDataEx: return loaded(c, *parameters<cuModuleLoadDataEx_params>(c).module, parameters<cuModuleLoadDataEx_params>(c).image);
  case CUPTI_DRIVER_TRACE_CBID_cuModuleLoadFatBinary: return loaded(c, *parameters<cuModuleLoadFatBinary_params>(c).module, parameters<cuModuleLoadFatBinary_params>(c).fatCubin);
  case CUPTI_DRIVER_TRACE_CBID_cuLibraryLoadData: return loaded(c, *parameters<cuLibraryLoadData_params>(c).library, parameters<cuLibraryLoadData_params>(c).code);
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz: {
    const auto& p = parameters<cuLaunchKernel_params>(c);
    launch_call l = plain_launch(c.symbolName, p);
    l.extra = p.extra;
    return launch(c, l);
  }
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel:
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz: return launch(c, plain_launch(c.symbolName, parameters<cuLaunchCooperativeKernel_params>(c)));
  default: return launch(c, wide_launch(c.symbolName, parameters<cuLaunchKernelEx_params>(c)));
  }
}

void CUPTIAPI called(void*, CUpti_CallbackDomain, CUpti_CallbackId id, const void* data) {
  if (busy) return;
  const std::scoped_lock lock(one->mutex);
  busy = true;
  dispatch(id, *static_cast<const CUpti_CallbackData*>(data));
  busy = false;
}

constexpr CUpti_CallbackId watched[] = {CUPTI_DRIVER_TRACE_CBID_cuModuleLoad, CUPTI_DRIVER_TRACE_CBID_cuLibraryLoadFromFile, CUPTI_DRIVER_TRACE_CBID_cuModuleLoadData, CUPTI_DRIVER_TRACE_CBID_cuModuleLoadDataEx, CUPTI_DRIVER_TRACE_CBID_cuModuleLoadFatBinary,
                                        CUPTI_DRIVER_TRACE_CBID_cuLibraryLoadData, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel, CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz};

std::string own_name() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).filename().string();
}

void tell() {
  std::string text = one->recorder.summary();
  if (one->calls != 0) text += std::to_string(static_cast<double>(one->nanoseconds) / 1e3 / static_cast<double>(one->calls)).substr(0, 6) + " us here for a launch that was not saved\n";
  std::fprintf(stderr, "fpcheck record: %s", text.c_str());
}

int start() {
  const char* const text = std::getenv(settings_variable);
  if (text == nullptr) return 1;
  const driver d = find_driver();
  void* const library = open_cupti();
  cupti calls;
  if (library != nullptr) {
    calls.subscribe = reinterpret_cast<decltype(calls.subscribe)>(dlsym(library, "cuptiSubscribe"));
    calls.enable = reinterpret_cast<decltype(calls.enable)>(dlsym(library, "cuptiEnableCallback"));
  }
  if (!d.usable() || calls.subscribe == nullptr || calls.enable == nullptr) {
    std::fprintf(stderr, "fpcheck record: error: %s\n", d.usable() ? "there is no CUPTI (libcupti.so) here: FPCHECK_CUPTI names it" : "the driver is too old: CUDA 12.4 or later is needed");
    return 0;
  }
  one = new session{{read_settings(text), d, kept_code_folders(), own_name()}, {}, {}, {}};
  CUpti_SubscriberHandle subscriber = nullptr;
  if (calls.subscribe(&subscriber, called, nullptr) != CUPTI_SUCCESS) {
    std::fprintf(stderr, "fpcheck record: error: another profiler has the program (CUPTI serves one at a time)\n");
    return 0;
  }
  for (const CUpti_CallbackId id : watched) calls.enable(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
  std::atexit(tell);
  return 1;
}

} // namespace
} // namespace fpcheck::record

extern "C" __attribute__((visibility("default"))) int InitializeInjection() { return fpcheck::record::start(); }
