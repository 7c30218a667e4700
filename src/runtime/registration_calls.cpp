// What the code that nvcc puts around a program calls: modules, kernels and variables make themselves known before main.
#include "graph.hpp"

#include <cstring>
#include <deque>
#include <unordered_map>

using namespace fpcheck::runtime;

namespace {

/// How the compiled program describes its fat binary.
struct wrapper {
  int magic, version;
  const void* data;
  const void* const* more; ///< of version 2: the fat binaries of relocatable objects, ended by null
};

std::unordered_map<const void*, program_kernel*>& kernels() {
  static auto* const all = new std::unordered_map<const void*, program_kernel*>;
  return *all;
}
std::unordered_map<const void*, program_variable>& variables() {
  static auto* const all = new std::unordered_map<const void*, program_variable>;
  return *all;
}

/// The PTX of one fat binary in memory.
void read(const void* first, std::vector<fpcheck::record::embedded_ptx>& ptx, std::string& missing) {
  const std::uint64_t bytes = fpcheck::record::fat_binary_size(first);
  auto held = fpcheck::record::read_fat_binary({static_cast<const std::byte*>(first), bytes == 0 ? 16 : bytes});
  if (!held) missing = held.error().message;
  else std::move(held->ptx.begin(), held->ptx.end(), std::back_inserter(ptx));
}

struct configuration {
  ::dim3 grid, block;
  std::size_t shared;
  cudaStream_t stream;
};
std::vector<configuration>& configurations() {
  thread_local std::vector<configuration> stack;
  return stack;
}

fpcheck::exec::dim3 extent(const ::dim3& d) { return {d.x, d.y, d.z}; }

cudaError_t run(const void* handle, const launch_shape& shape, void** arguments) {
  const locked_device d;
  program_kernel* const k = kernel_of(handle);
  return answer(k == nullptr ? status::invalid_device_function : d->launch(*k, shape, arguments));
}

/// A launch in a stream: done now, or kept with its arguments where the stream is captured.
cudaError_t run_in(cudaStream_t s, const void* handle, const launch_shape& shape, void** arguments) {
  if (capture_of(s) == nullptr) return run(handle, shape, arguments);
  const locked_device d;
  const auto grid = ::dim3(shape.grid.x, shape.grid.y, shape.grid.z), block = ::dim3(shape.block.x, shape.block.y, shape.block.z);
  auto k = make_kernel_work(handle, grid, block, shape.dynamic_shared, arguments);
  if (k == nullptr) return answer(status::invalid_device_function);
  k->cluster = shape.cluster;
  capture_of(s)->add(cudaGraphNodeTypeKernel, launching(k), k);
  return cudaSuccess;
}

void know_variable(void** module, const void* host, const char* name, std::size_t bytes) {
  auto* const m = reinterpret_cast<program_module*>(module);
  variables()[host] = {m, name, bytes, 0};
  m->variables.emplace_back(name);
  for (const auto& unit : m->units) unit->shared_variables = m->variables; // a managed one had it loaded
}

} // namespace

namespace fpcheck::runtime {

program_kernel* kernel_of(const void* handle) {
  const auto it = kernels().find(handle);
  return it == kernels().end() ? nullptr : it->second;
}

program_variable* variable_of(const void* handle) {
  const auto it = variables().find(handle);
  if (it == variables().end()) return nullptr;
  program_variable& v = it->second;
  if (v.address == 0) v.address = device::instance().find_variable(*v.module, v.name);
  return v.address == 0 ? nullptr : &v;
}

cudaError_t launch_now(const kernel_work& k) {
  return run(k.handle, {extent(k.grid), extent(k.block), k.cluster, k.shared}, const_cast<void**>(k.pointers.data()));
}

} // namespace fpcheck::runtime

extern "C" {

void** __cudaRegisterFatBinary(void* described) {
  const auto* const w = static_cast<const wrapper*>(described);
  std::vector<fpcheck::record::embedded_ptx> ptx;
  std::string missing;
  if (w->version == 1 || w->more == nullptr) read(w->data, ptx, missing);
  else
    for (const void* const* p = w->more; *p != nullptr && fpcheck::record::fat_binary_size(*p) != 0; ++p) read(*p, ptx, missing);
  const locked_device d;
  return reinterpret_cast<void**>(d->add_module(std::move(ptx), std::move(missing)));
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
char __cudaInitModule(void**) { return 1; }

void __cudaRegisterFunction(void** module, const char* stub, char*, const char* name, int, void*, void*, void*, void*, int*) {
  const locked_device d;
  auto* const k = new program_kernel;
  k->module = reinterpret_cast<program_module*>(module);
  k->name = name;
  if (k->name.starts_with(library_kernel)) d->add_library(*k->module);
  kernels()[stub] = k;
  kernels()[k] = k; // as cudaGetKernel names it
}
void __cudaRegisterVar(void** module, char* host, char*, const char* name, int, std::size_t bytes, int, int) {
  const locked_device d;
  know_variable(module, host, name, bytes);
}
void __cudaRegisterManagedVar(void** module, void** host, char*, const char* name, int, std::size_t bytes, int, int) {
  const locked_device d;
  know_variable(module, host, name, bytes);
  const program_variable* const v = variable_of(host);
  if (v == nullptr) return;
  *host = reinterpret_cast<void*>(v->address);
  d->memory().share(v->address);
}
void __cudaRegisterHostVar(void**, const char*, char*, std::size_t) {}
void __cudaRegisterUnifiedTable(void*, void*) {}

unsigned __cudaPushCallConfiguration(::dim3 grid, ::dim3 block, std::size_t shared, struct CUstream_st* stream) {
  configurations().push_back({grid, block, shared, stream});
  return 0;
}
cudaError_t __cudaPopCallConfiguration(::dim3* grid, ::dim3* block, std::size_t* shared, void* stream) {
  if (configurations().empty()) return answer(status::missing_configuration);
  const configuration c = configurations().back();
  configurations().pop_back();
  *grid = c.grid, *block = c.block, *shared = c.shared;
  std::memcpy(stream, &c.stream, sizeof c.stream);
  return cudaSuccess;
}
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* stub) {
  const locked_device d;
  program_kernel* const k = kernel_of(stub);
  if (k == nullptr) return answer(status::invalid_device_function);
  *kernel = reinterpret_cast<cudaKernel_t>(k);
  return cudaSuccess;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, ::dim3 grid, ::dim3 block, void** arguments, std::size_t shared, cudaStream_t s) {
  return run_in(s, kernel, {extent(grid), extent(block), {}, shared}, arguments);
}
cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, ::dim3 grid, ::dim3 block, void** arguments, std::size_t shared, cudaStream_t stream) {
  return __cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}
cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* stub) { return __cudaGetKernel(kernel, stub); }
cudaError_t cudaLaunchKernel(const void* stub, ::dim3 grid, ::dim3 block, void** arguments, std::size_t shared, cudaStream_t s) {
  return run_in(s, stub, {extent(grid), extent(block), {}, shared}, arguments);
}
cudaError_t cudaLaunchCooperativeKernel(const void* stub, ::dim3 grid, ::dim3 block, void** arguments, std::size_t shared, cudaStream_t stream) {
  return cudaLaunchKernel(stub, grid, block, arguments, shared, stream);
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* how, const void* stub, void** arguments) {
  launch_shape shape{extent(how->gridDim), extent(how->blockDim), {}, how->dynamicSmemBytes};
  for (unsigned k = 0; k < how->numAttrs; ++k)
    if (how->attrs[k].id == cudaLaunchAttributeClusterDimension) {
      const auto& c = how->attrs[k].val.clusterDim;
      shape.cluster = fpcheck::exec::dim3{c.x, c.y, c.z};
    }
  return run_in(how->stream, stub, shape, arguments);
}

} // extern "C"
