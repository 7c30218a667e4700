#pragma once
// What the lanes of a warp do with volatile memory between two synchronisations of the warp. Since lanes are scheduled each by
// itself (sm_70), volatile says only that the access is made: what another lane does in between may come before or after it.
#include <fpcheck/exec/machine.hpp>

#include <mutex>
#include <unordered_map>

namespace fpcheck::exec {

class warp_intervals {
public:
  /// Whether a launch has such accesses, on a device whose lanes are scheduled each by itself.
  void watch(const program& p);
  bool watches() const { return watches_; }
  /// A read at one place in a loop that stores nothing: it only looks, until another thread has written what it waits for.
  bool is_polling(const op& o) const { return polling_[o.pc]; }
  /// An ordered read of data: nothing asks about what it finds (unasked_reads.hpp).
  bool is_data(const op& o) const { return o.pc < data_.size() && data_[o.pc]; }
  /// The other lane that the access meets unordered, and whether that one wrote; none below 0.
  struct meeting { int lane = -1; bool wrote = false; };
  meeting note(const warp& w, int lane, std::uint64_t address, bool writes, std::uint32_t value);
  /// The warp synchronised: what comes now comes after.
  void end(const warp& w);

private:
  struct touched {
    std::uint32_t readers = 0, writers = 0, value = 0;
  };
  struct interval {
    std::uint64_t block = 0; ///< whose warp it is: places of warps are taken again
    std::unordered_map<std::uint64_t, touched> cells;
  };
  bool watches_ = false;
  std::vector<bool> polling_, data_; ///< by pc
  std::mutex lock_;
  std::unordered_map<const warp*, interval> of_;
};

} // namespace fpcheck::exec
