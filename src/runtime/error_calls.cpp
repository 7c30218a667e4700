// Errors by number, name and in words.
#include "calls.hpp"

#include <algorithm>

namespace fpcheck::runtime {

cudaError_t& last_error() {
  thread_local cudaError_t last = cudaSuccess;
  return last;
}

} // namespace fpcheck::runtime

namespace {

struct error_row {
  cudaError_t code;
  const char *name, *words;
};
#define FPCHECK_ERROR(code, words) {code, #code, words}
/// Those that this runtime gives, and a few that programs make themselves.
constexpr error_row errors[] = {FPCHECK_ERROR(cudaSuccess, "no error"),
                                FPCHECK_ERROR(cudaErrorInvalidValue, "invalid argument"),
                                FPCHECK_ERROR(cudaErrorMemoryAllocation, "out of memory"),
                                FPCHECK_ERROR(cudaErrorInitializationError, "initialization error"),
                                FPCHECK_ERROR(cudaErrorInvalidConfiguration, "invalid configuration argument"),
                                FPCHECK_ERROR(cudaErrorInvalidSymbol, "invalid device symbol"),
                                FPCHECK_ERROR(cudaErrorInvalidDevicePointer, "invalid device pointer"),
                                FPCHECK_ERROR(cudaErrorMissingConfiguration, "a launch without its configuration"),
                                FPCHECK_ERROR(cudaErrorInvalidDeviceFunction, "invalid device function"),
                                FPCHECK_ERROR(cudaErrorNoDevice, "no device"),
                                FPCHECK_ERROR(cudaErrorInvalidDevice, "invalid device ordinal"),
                                FPCHECK_ERROR(cudaErrorNoKernelImageForDevice, "no PTX of this kernel is in the program"),
                                FPCHECK_ERROR(cudaErrorInvalidResourceHandle, "invalid resource handle"),
                                FPCHECK_ERROR(cudaErrorNotReady, "not ready"),
                                FPCHECK_ERROR(cudaErrorIllegalAddress, "an illegal memory access by a kernel"),
                                FPCHECK_ERROR(cudaErrorLaunchOutOfResources, "a launch with more threads than its kernel allows"),
                                FPCHECK_ERROR(cudaErrorAssert, "an assertion of a kernel failed"),
                                FPCHECK_ERROR(cudaErrorMisalignedAddress, "a misaligned address in a kernel"),
                                FPCHECK_ERROR(cudaErrorLaunchFailure, "a launch failed"),
                                FPCHECK_ERROR(cudaErrorNotSupported, "not modelled by fpcheck"),
                                FPCHECK_ERROR(cudaErrorUnknown, "unknown error")};
#undef FPCHECK_ERROR

const error_row* find(cudaError_t code) {
  const auto it = std::find_if(std::begin(errors), std::end(errors), [&](const error_row& r) { return r.code == code; });
  return it == std::end(errors) ? nullptr : it;
}

} // namespace

extern "C" {

cudaError_t cudaGetLastError() {
  const cudaError_t e = fpcheck::runtime::last_error();
  fpcheck::runtime::last_error() = cudaSuccess;
  return e;
}
cudaError_t cudaPeekAtLastError() { return fpcheck::runtime::last_error(); }
const char* cudaGetErrorName(cudaError_t code) {
  const error_row* const row = find(code);
  return row == nullptr ? "unrecognized error code" : row->name;
}
const char* cudaGetErrorString(cudaError_t code) {
  const error_row* const row = find(code);
  return row == nullptr ? "unrecognized error code" : row->words;
}

} // extern "C"
