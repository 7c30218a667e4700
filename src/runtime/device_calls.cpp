// What the device says of itself: one of compute capability 9.0, as large as such cards are.
#include "calls.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace fpcheck::runtime;

namespace {

constexpr int multiprocessors = 132, threads_per_multiprocessor = 2048, blocks_per_multiprocessor = 32, shared_per_multiprocessor = 233472, shared_by_default = 49152,
              most_shared = 232448, registers = 65536, l2_bytes = 50 << 20, clock_khz = 1980000, memory_clock_khz = 2619000, bus_bits = 5120;

/// Attributes that are not 0.
constexpr std::pair<cudaDeviceAttr, int> attributes[] = {
    {cudaDevAttrMaxThreadsPerBlock, 1024}, {cudaDevAttrMaxBlockDimX, 1024}, {cudaDevAttrMaxBlockDimY, 1024}, {cudaDevAttrMaxBlockDimZ, 64},
    {cudaDevAttrMaxGridDimX, 0x7fffffff}, {cudaDevAttrMaxGridDimY, 65535}, {cudaDevAttrMaxGridDimZ, 65535},
    {cudaDevAttrMaxSharedMemoryPerBlock, shared_by_default}, {cudaDevAttrMaxSharedMemoryPerBlockOptin, most_shared},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, shared_per_multiprocessor}, {cudaDevAttrReservedSharedMemoryPerBlock, 1024},
    {cudaDevAttrTotalConstantMemory, 65536}, {cudaDevAttrWarpSize, 32}, {cudaDevAttrMaxPitch, 0x7fffffff},
    {cudaDevAttrMaxRegistersPerBlock, registers}, {cudaDevAttrMaxRegistersPerMultiprocessor, registers}, {cudaDevAttrClockRate, clock_khz},
    {cudaDevAttrMemoryClockRate, memory_clock_khz}, {cudaDevAttrGlobalMemoryBusWidth, bus_bits}, {cudaDevAttrL2CacheSize, l2_bytes},
    {cudaDevAttrMultiProcessorCount, multiprocessors}, {cudaDevAttrMaxThreadsPerMultiProcessor, threads_per_multiprocessor},
    {cudaDevAttrMaxBlocksPerMultiprocessor, blocks_per_multiprocessor}, {cudaDevAttrComputeCapabilityMajor, 9}, {cudaDevAttrAsyncEngineCount, 3},
    {cudaDevAttrConcurrentKernels, 1}, {cudaDevAttrGpuOverlap, 1}, {cudaDevAttrUnifiedAddressing, 1}, {cudaDevAttrManagedMemory, 1}, {cudaDevAttrCanMapHostMemory, 1},
    {cudaDevAttrConcurrentManagedAccess, 1}, {cudaDevAttrCooperativeLaunch, 1}, {cudaDevAttrClusterLaunch, 1}, {cudaDevAttrMemoryPoolsSupported, 1},
    {cudaDevAttrStreamPrioritiesSupported, 1}, {cudaDevAttrGlobalL1CacheSupported, 1}, {cudaDevAttrLocalL1CacheSupported, 1},
    {cudaDevAttrCanUseHostPointerForRegisteredMem, 0}, {cudaDevAttrSingleToDoublePrecisionPerfRatio, 2}, {cudaDevAttrTextureAlignment, 512}};

/// Blocks of a kernel that are on a multiprocessor at once.
int resident(int threads, std::size_t shared) {
  if (threads <= 0 || threads > 1024) return 0;
  int n = std::min(threads_per_multiprocessor / ((threads + 31) / 32 * 32), blocks_per_multiprocessor);
  if (shared != 0) n = std::min<int>(n, static_cast<int>(shared_per_multiprocessor / (shared + 1024)));
  return n;
}

cudaError_t occupancy(int* blocks, const void* handle, int threads, std::size_t dynamic) {
  const locked_device d;
  program_kernel* const k = kernel_of(handle);
  if (k == nullptr) return answer(status::invalid_device_function);
  if (const status s = d->find(*k); s != status::success) return answer(s);
  *blocks = resident(threads, dynamic + k->unit->program().shared_static);
  return cudaSuccess;
}

/// Blocks of a cluster, as a launch asks for them.
int cluster_size(const cudaLaunchConfig_t& how) {
  for (unsigned k = 0; k < how.numAttrs; ++k)
    if (how.attrs[k].id == cudaLaunchAttributeClusterDimension) {
      const auto& c = how.attrs[k].val.clusterDim;
      return static_cast<int>(c.x * c.y * c.z);
    }
  return 1;
}

std::uint64_t local_bytes_of(const program_kernel& k) {
  const auto& code = k.unit->program().functions[static_cast<std::size_t>(k.code - k.unit->code().functions.data())];
  return code.local_bytes;
}

} // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* n) { return *n = 1, cudaSuccess; }
cudaError_t cudaGetDevice(int* device) { return *device = 0, cudaSuccess; }
cudaError_t cudaSetDevice(int device) { return answer(device == 0 ? cudaSuccess : cudaErrorInvalidDevice); }
cudaError_t cudaInitDevice(int device, unsigned, unsigned) { return cudaSetDevice(device); }
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) { return cudaGetDevice(device); }
cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
cudaError_t cudaGetDeviceFlags(unsigned* flags) { return *flags = 0, cudaSuccess; }
cudaError_t cudaDriverGetVersion(int* v) { return *v = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int* v) { return *v = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaDeviceSynchronize() {
  const locked_device d;
  return answer(d->synchronize());
}
cudaError_t cudaDeviceReset() { return cudaDeviceSynchronize(); }
cudaError_t cudaDeviceSetLimit(cudaLimit, std::size_t) { return cudaSuccess; }
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  *value = limit == cudaLimitMallocHeapSize ? std::size_t{8} << 20 : limit == cudaLimitPrintfFifoSize ? std::size_t{1} << 20 : 1024;
  return cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* c) { return *c = cudaFuncCachePreferNone, cudaSuccess; }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* c) { return *c = cudaSharedMemBankSizeFourByte, cudaSuccess; }
cudaError_t cudaFuncSetSharedMemConfig(const void*, cudaSharedMemConfig) { return cudaSuccess; }
cudaError_t cudaSetValidDevices(int*, int) { return cudaSuccess; }
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char*) { return *device = 0, cudaSuccess; }
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) { return *least = 0, *greatest = -5, cudaSuccess; }
cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) { return *can = 0, cudaSuccess; }
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr, int, int) { return *value = 0, cudaSuccess; }
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return answer(cudaErrorInvalidDevice); } // there is no other
cudaError_t cudaDeviceDisablePeerAccess(int) { return answer(cudaErrorInvalidDevice); }
cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int) {
  if (length > 0) std::strncpy(text, "0000:00:00.0", static_cast<std::size_t>(length)), text[length - 1] = '\0';
  return cudaSuccess;
}
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }
cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (device != 0) return answer(cudaErrorInvalidDevice);
  const auto it = std::find_if(std::begin(attributes), std::end(attributes), [&](const auto& row) { return row.first == attribute; });
  *value = it == std::end(attributes) ? 0 : it->second;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int device) {
  if (device != 0) return answer(cudaErrorInvalidDevice);
  std::memset(p, 0, sizeof *p);
  std::strcpy(p->name, "fpcheck, as sm_90");
  {
    const locked_device d;
    p->totalGlobalMem = d->memory().capacity();
  }
  p->major = 9;
  p->warpSize = 32, p->maxThreadsPerBlock = 1024, p->maxThreadsPerMultiProcessor = threads_per_multiprocessor;
  p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024, p->maxThreadsDim[2] = 64;
  p->maxGridSize[0] = 0x7fffffff, p->maxGridSize[1] = p->maxGridSize[2] = 65535;
  p->sharedMemPerBlock = shared_by_default, p->sharedMemPerBlockOptin = most_shared, p->sharedMemPerMultiprocessor = shared_per_multiprocessor, p->reservedSharedMemPerBlock = 1024;
  p->regsPerBlock = p->regsPerMultiprocessor = registers, p->totalConstMem = 65536, p->memPitch = 0x7fffffff;
  p->multiProcessorCount = multiprocessors, p->maxBlocksPerMultiProcessor = blocks_per_multiprocessor, p->l2CacheSize = l2_bytes, p->memoryBusWidth = bus_bits;
  p->asyncEngineCount = 3, p->textureAlignment = 512;
  p->unifiedAddressing = p->managedMemory = p->concurrentManagedAccess = p->canMapHostMemory = p->cooperativeLaunch = p->clusterLaunch = p->concurrentKernels = 1;
  p->memoryPoolsSupported = p->streamPrioritiesSupported = p->globalL1CacheSupported = p->localL1CacheSupported = 1;
  return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* a, const void* handle) {
  const locked_device d;
  program_kernel* const k = kernel_of(handle);
  if (k == nullptr) return answer(status::invalid_device_function);
  if (const status s = d->find(*k); s != status::success) return answer(s);
  std::memset(a, 0, sizeof *a);
  const auto& most = k->code->maxntid;
  a->maxThreadsPerBlock = most[0] == 0 ? 1024 : static_cast<int>(most[0] * std::max(most[1], 1u) * std::max(most[2], 1u));
  a->sharedSizeBytes = k->unit->program().shared_static;
  a->localSizeBytes = local_bytes_of(*k);
  a->constSizeBytes = k->unit->program().constant_bytes;
  a->maxDynamicSharedSizeBytes = static_cast<int>(k->most_dynamic_shared);
  a->numRegs = 32, a->ptxVersion = 90, a->binaryVersion = 90;
  return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void* handle, cudaFuncAttribute attribute, int value) {
  const locked_device d;
  program_kernel* const k = kernel_of(handle);
  if (k == nullptr) return answer(status::invalid_device_function);
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
  if (value < 0 || value > most_shared) return answer(status::invalid_value);
  k->most_dynamic_shared = static_cast<std::uint32_t>(value);
  return cudaSuccess;
}
cudaError_t cudaFuncSetCacheConfig(const void*, cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaFuncGetName(const char** name, const void* handle) {
  const locked_device d;
  const program_kernel* const k = kernel_of(handle);
  if (k == nullptr) return answer(status::invalid_device_function);
  return *name = k->name.c_str(), cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel, int threads, std::size_t dynamic) { return occupancy(blocks, kernel, threads, dynamic); }
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel, int threads, std::size_t dynamic, unsigned) {
  return occupancy(blocks, kernel, threads, dynamic);
}
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* kernel, const cudaLaunchConfig_t* how) {
  int blocks = 0;
  const cudaError_t e = occupancy(&blocks, kernel, static_cast<int>(how->blockDim.x * how->blockDim.y * how->blockDim.z), how->dynamicSmemBytes);
  return *clusters = blocks * multiprocessors / std::max(cluster_size(*how), 1), e;
}
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* blocks, const void*, const cudaLaunchConfig_t*) { return *blocks = 8, cudaSuccess; }
cudaError_t cudaFuncGetParamInfo(const void* handle, std::size_t which, std::size_t* offset, std::size_t* bytes) {
  const locked_device d;
  program_kernel* const k = kernel_of(handle);
  if (k == nullptr) return answer(status::invalid_device_function);
  if (const status s = d->find(*k); s != status::success) return answer(s);
  if (which >= k->code->parameters.size()) return answer(status::invalid_value);
  std::size_t at = 0;
  for (std::size_t p = 0; p <= which; ++p) {
    const auto& v = k->unit->code().variables[k->code->parameters[p]];
    const std::size_t step = std::max<std::size_t>(v.alignment, 1);
    at = (at + step - 1) / step * step;
    if (p == which) *offset = at, *bytes = v.size;
    at += v.size;
  }
  return cudaSuccess;
}
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void*, int blocks, int) {
  *bytes = std::min<std::size_t>(most_shared, static_cast<std::size_t>(shared_per_multiprocessor / std::max(blocks, 1)) - 1024);
  return cudaSuccess;
}

} // extern "C"
