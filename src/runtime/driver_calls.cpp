// What programs ask of the driver through the runtime: mostly cuTensorMapEncodeTiled, which no call of the runtime stands for.
#include <fpcheck/exec/tensor_map.hpp>

#include "calls.hpp"

#include <cuda.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

using namespace fpcheck::runtime;

namespace {

namespace exec = fpcheck::exec;

/// The driver's enumeration of elements, in its order.
constexpr exec::map_element elements[] = {exec::map_element::u8,  exec::map_element::u16, exec::map_element::u32, exec::map_element::s32,  exec::map_element::u64,
                                          exec::map_element::s64, exec::map_element::f16, exec::map_element::f32, exec::map_element::f64,  exec::map_element::bf16,
                                          exec::map_element::f32_ftz, exec::map_element::tf32, exec::map_element::tf32_ftz};

CUresult encode_tiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address, const cuuint64_t* extents, const cuuint64_t* strides, const cuuint32_t* box,
                      const cuuint32_t* steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
  if (map == nullptr || rank < 1 || rank > exec::most_map_rank || reinterpret_cast<std::uintptr_t>(map) % exec::tensor_map_alignment != 0) return CUDA_ERROR_INVALID_VALUE;
  if (static_cast<std::size_t>(type) >= std::size(elements) || swizzle > CU_TENSOR_MAP_SWIZZLE_128B) {
    const locked_device d;
    d->refuse("a tensor map of packed elements of 4 or 6 bits, or with a swizzle of larger pieces,");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  if (reinterpret_cast<std::uintptr_t>(address) % 16 != 0) return CUDA_ERROR_INVALID_VALUE;
  exec::tensor_map m;
  m.address = reinterpret_cast<std::uint64_t>(address);
  m.rank = static_cast<int>(rank);
  m.element = elements[type];
  m.interleave = static_cast<std::uint8_t>(interleave);
  m.swizzle = static_cast<exec::map_swizzle>(swizzle);
  m.promotion = static_cast<std::uint8_t>(promotion);
  m.fills_nan = fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
  for (std::size_t k = 0; k < rank; ++k) {
    m.extents[k] = extents[k], m.box[k] = box[k], m.element_strides[k] = steps[k];
    if (k + 1 < rank) m.strides[k] = strides[k];
  }
  if (!exec::check(m)) return CUDA_ERROR_INVALID_VALUE;
  const auto bytes = exec::encode(m);
  static_assert(sizeof *map == exec::tensor_map_bytes);
  std::memcpy(map, bytes.data(), bytes.size());
  return CUDA_SUCCESS;
}

/// The address is the map's first word.
CUresult replace_address(CUtensorMap* map, void* address) {
  if (map == nullptr || reinterpret_cast<std::uintptr_t>(address) % 16 != 0) return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(map, &address, sizeof address);
  return CUDA_SUCCESS;
}

// Errors have the same numbers in both interfaces.
CUresult error_name(CUresult e, const char** text) { return *text = cudaGetErrorName(static_cast<cudaError_t>(e)), CUDA_SUCCESS; }
CUresult error_string(CUresult e, const char** text) { return *text = cudaGetErrorString(static_cast<cudaError_t>(e)), CUDA_SUCCESS; }
CUresult init(unsigned) { return CUDA_SUCCESS; }
CUresult driver_version(int* v) { return static_cast<CUresult>(cudaDriverGetVersion(v)); }
CUresult device_count(int* n) { return static_cast<CUresult>(cudaGetDeviceCount(n)); }
CUresult device_get(CUdevice* d, int ordinal) { return *d = ordinal, ordinal == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE; }
CUresult device_attribute(int* value, CUdevice_attribute a, CUdevice d) { return static_cast<CUresult>(cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(a), d)); }
CUresult synchronize() { return static_cast<CUresult>(cudaDeviceSynchronize()); }

CUresult proc_address(const char* symbol, void** function, int version, cuuint64_t flags, CUdriverProcAddressQueryResult* found);

template <class F>
void* pointer(F* f) { return reinterpret_cast<void*>(f); }

void* function_called(std::string_view name) {
  const std::pair<std::string_view, void*> known[] = {
      {"cuTensorMapEncodeTiled", pointer(encode_tiled)}, {"cuTensorMapReplaceAddress", pointer(replace_address)}, {"cuGetErrorName", pointer(error_name)},
      {"cuGetErrorString", pointer(error_string)}, {"cuInit", pointer(init)}, {"cuDriverGetVersion", pointer(driver_version)}, {"cuDeviceGetCount", pointer(device_count)},
      {"cuDeviceGet", pointer(device_get)}, {"cuDeviceGetAttribute", pointer(device_attribute)}, {"cuCtxSynchronize", pointer(synchronize)}, {"cuGetProcAddress", pointer(proc_address)}};
  const auto it = std::find_if(std::begin(known), std::end(known), [&](const auto& row) { return row.first == name; });
  return it == std::end(known) ? nullptr : it->second;
}

/// Where there is no such function the caller may know another way: only the report says so, and only where the program asks no state.
cudaError_t entry(const char* symbol, void** function, cudaDriverEntryPointQueryResult* found) {
  if (symbol == nullptr || function == nullptr) return answer(cudaErrorInvalidValue);
  *function = function_called(symbol);
  if (found != nullptr) *found = *function != nullptr ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
  if (*function != nullptr) return cudaSuccess;
  const locked_device d;
  d->report().note(std::string(symbol) + " of the driver was asked for, and is not modelled");
  return found != nullptr ? cudaSuccess : answer(cudaErrorSymbolNotFound);
}

CUresult proc_address(const char* symbol, void** function, int, cuuint64_t, CUdriverProcAddressQueryResult* found) {
  cudaDriverEntryPointQueryResult state = cudaDriverEntryPointSuccess;
  const cudaError_t e = entry(symbol, function, &state);
  if (found != nullptr) *found = state == cudaDriverEntryPointSuccess ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return e != cudaSuccess ? CUDA_ERROR_INVALID_VALUE : state == cudaDriverEntryPointSuccess || found != nullptr ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

} // namespace

extern "C" {

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long, cudaDriverEntryPointQueryResult* found) { return entry(symbol, function, found); }
cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned, unsigned long long, cudaDriverEntryPointQueryResult* found) {
  return entry(symbol, function, found);
}

} // extern "C"
