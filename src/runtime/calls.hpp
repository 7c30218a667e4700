#pragma once
// What the functions of the CUDA runtime's interface have in common.
#include "device.hpp"

#include <cuda_runtime_api.h>

namespace fpcheck::runtime {

/// What the last failing call of this thread came to.
cudaError_t& last_error();

/// Remembers an error for cudaGetLastError.
inline cudaError_t answer(cudaError_t e) {
  if (e != cudaSuccess) last_error() = e;
  return e;
}
inline cudaError_t answer(status s) { return answer(static_cast<cudaError_t>(s)); }

/// The device, for as long as this lives.
class locked_device {
public:
  locked_device() : guard_(device::instance().lock()) {}
  device* operator->() const { return &device::instance(); }

private:
  std::scoped_lock<std::recursive_mutex> guard_;
};

/// The kernel that a program means by the address of its stub, or by what cudaGetKernel gave it; nullptr for any other.
program_kernel* kernel_of(const void* handle);

/// Copies of boxes of which one side or both are arrays.
cudaError_t copy_arrays(const cudaMemcpy3DParms& p);

/// A variable by the address of its host shadow.
struct program_variable {
  program_module* module = nullptr;
  std::string name;
  std::uint64_t bytes = 0;
  std::uint64_t address = 0; ///< once it was asked for
};
/// The variable with its address, or nullptr.
program_variable* variable_of(const void* handle);

} // namespace fpcheck::runtime
