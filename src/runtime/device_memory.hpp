#pragma once
// The memory of the device that a program believes to have: one stretch of the program's own address space, so that what the host and
// what kernels mean by a pointer is the same.
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/exec/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fpcheck::runtime {

/// Who may touch an allocation.
enum class memory_kind : std::uint8_t {
  device,  ///< kernels and copies only
  shared,  ///< the host as well, unseen: managed and pinned memory
  variable, ///< a `__device__` variable of a module
  shared_variable ///< a `__managed__` one
};
constexpr bool host_sees(memory_kind k) { return k == memory_kind::shared || k == memory_kind::shared_variable; }
constexpr bool is_variable(memory_kind k) { return k == memory_kind::variable || k == memory_kind::shared_variable; }

/// An allocation that lives.
struct allocation {
  std::uint64_t base = 0, bytes = 0;
  memory_kind kind{};
  std::uint64_t number = 0; ///< counted from 1
};

/// Device memory. Addresses of what was freed are not given out again before `forget_freed`.
class device_memory {
public:
  /// Error: the address space is not there.
  static result<std::unique_ptr<device_memory>> reserve();
  ~device_memory();
  device_memory(const device_memory&) = delete;
  device_memory& operator=(const device_memory&) = delete;

  /// An allocation, or nothing where there is no room. Device memory holds undefined bytes.
  allocation* allocate(std::uint64_t bytes, memory_kind kind, std::string name);
  /// Room for module globals, to be placed by `place`; 0 where there is none.
  std::uint64_t take_room(std::uint64_t bytes);
  /// A variable at an address inside such room, with its first bytes.
  void place(std::string name, std::uint64_t address, std::span<const std::byte> bytes);
  /// The host sees the variable at this address as well.
  void share(std::uint64_t address);
  /// Whether there was such an allocation.
  bool release(std::uint64_t base);
  /// Room of what was released may be used again.
  void forget_freed();
  /// The allocation that holds `address`, or nullptr.
  const allocation* find(std::uint64_t address) const;
  /// What kernels see.
  exec::global_memory& regions() { return regions_; }
  /// The region that holds the bytes, also where it was freed and not forgotten; nullptr for memory of the host.
  exec::region* region_of(std::uint64_t address, std::uint64_t bytes);
  /// Whether an address lies in the stretch.
  bool contains(std::uint64_t address) const { return address >= base_ && address < end_; }
  std::uint64_t in_use() const { return in_use_; }
  std::uint64_t capacity() const { return heap_ - base_; }

  /// The host wrote defined bytes.
  void define(std::uint64_t address, std::uint64_t bytes);
  /// What is undefined goes with a copy between allocations.
  void copy_definedness(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);

private:
  device_memory(std::uint64_t base, std::uint64_t bytes);
  std::uint64_t base_, heap_, end_, next_;
  std::map<std::uint64_t, allocation> live_;                      ///< by base
  std::map<std::uint64_t, std::vector<std::uint64_t>> spare_;     ///< room to use again, by its bytes
  std::vector<std::unique_ptr<exec::region>> freed_;
  exec::global_memory regions_;
  std::uint64_t in_use_ = 0, made_ = 0;
};

} // namespace fpcheck::runtime
