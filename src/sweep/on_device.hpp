#pragma once
#include <fpcheck/device/driver.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace fpcheck::sweep {

using device_address = device::address;

/// A module and memory of one device that go when it goes.
class on_device {
public:
  on_device(const device::cuda_driver& d, std::size_t device) : d_(d), index_(device) { make_current(); }
  ~on_device() {
    d_.set_current(d_.contexts[index_]);
    for (const device_address a : memory_) d_.release(a);
    for (void* m : modules_) d_.unload(m);
  }
  on_device(const on_device&) = delete;
  on_device& operator=(const on_device&) = delete;

  /// Of each thread that uses it.
  void make_current() {
    if (ok_) ok_ = d_.check(d_.set_current(d_.contexts[index_]), "selecting the device");
  }
  /// What went wrong first; nothing is done after that.
  const result<void>& state() const { return ok_; }
  void* kernel(const std::string& ptx, const std::string& name) {
    void *module = nullptr, *function = nullptr;
    if (ok_) ok_ = d_.check(d_.load(&module, ptx.c_str(), 0, nullptr, nullptr), "compiling " + name);
    if (ok_) modules_.push_back(module), ok_ = d_.check(d_.function(&function, module, name.c_str()), name);
    return function;
  }
  device_address memory(std::size_t bytes, const void* from = nullptr) {
    device_address a = 0;
    if (ok_) ok_ = d_.check(d_.allocate(&a, std::max<std::size_t>(bytes, 1)), "memory");
    if (!ok_) return 0;
    memory_.push_back(a);
    if (bytes != 0) ok_ = from != nullptr ? d_.check(d_.upload(a, from, bytes), "copying tables") : d_.check(d_.fill(a, 0, bytes), "clearing memory");
    return a;
  }
  void read(void* to, device_address from, std::size_t bytes) {
    if (ok_ && bytes != 0) ok_ = d_.check(d_.download(to, from, bytes), "reading results");
  }
  void write(device_address to, const void* from, std::size_t bytes) {
    if (ok_) ok_ = d_.check(d_.upload(to, from, bytes), "writing memory");
  }
  template <class... A>
  void launch(void* function, std::uint64_t blocks, unsigned threads, A... arguments) {
    void* parameters[] = {&arguments...};
    if (ok_) ok_ = d_.check(d_.launch(function, static_cast<unsigned>(blocks), 1, 1, threads, 1, 1, 0, nullptr, parameters, nullptr), "launching a kernel");
  }
  void wait() {
    if (ok_) ok_ = d_.check(d_.synchronize(), "the sweep's kernels");
  }

private:
  const device::cuda_driver& d_;
  std::size_t index_;
  result<void> ok_;
  std::vector<void*> modules_;
  std::vector<device_address> memory_;
};

} // namespace fpcheck::sweep
