#pragma once
#include <fpcheck/device/driver.hpp>
#include <fpcheck/exec/launch.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace fpcheck::device {

/// A kernel that the driver compiled.
struct loaded_kernel {
  void* module = nullptr;
  void* function = nullptr;
  int registers = 0, local_bytes = 0;
};

/// One card: its memory and its modules, which go with it.
class card {
public:
  /// A launch is given up after `seconds`.
  card(const cuda_driver& d, std::uint32_t device, double seconds) : d_(d), device_(device), seconds_(seconds) {}
  ~card();
  card(const card&) = delete;
  card& operator=(const card&) = delete;

  result<void> open();
  const std::string& name() const { return d_.names[device_]; }
  std::uint64_t free_bytes() const;
  result<address> allocate(std::uint64_t bytes, const std::string& what);
  result<void> fill(address at, unsigned char with, std::uint64_t bytes) const;
  result<void> upload(address to, std::span<const std::byte> from) const;
  result<void> download(std::span<std::byte> to, address from) const;
  /// Error: what the driver's compiler says of the PTX.
  result<loaded_kernel> load(const std::string& ptx, const std::string& kernel);
  /// Another kernel of a module that was loaded.
  result<loaded_kernel> find(void* module, const std::string& kernel) const;
  result<void> set_symbols(const exec::launch& l, const loaded_kernel& k) const;
  /// Runs a launch whose pointers are into `buffers`, and gives the seconds that it took. Error: it was refused, or stopped.
  result<double> launch(const exec::launch& l, const loaded_kernel& k, std::span<const address> buffers) const;

private:
  result<void> wait(const std::string& kernel) const;
  const cuda_driver& d_;
  std::uint32_t device_;
  double seconds_;
  std::vector<address> memory_;
  std::vector<void*> modules_;
  void *begin_ = nullptr, *end_ = nullptr;
};

} // namespace fpcheck::device
