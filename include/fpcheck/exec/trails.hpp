#pragma once
// What runs leave behind that ask where something came from: each follows one kind of thing, and is made only where a finding is to be placed.
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace fpcheck::exec {

struct region;

/// Where undefined values come from: the instruction that first read what nothing had written.
struct undefined_trail {
  std::map<std::uint32_t, std::uint32_t> uses; ///< by the instruction that an undefined value decided something for
  std::map<std::pair<const region*, std::uint64_t>, std::uint32_t> cells; ///< by region and cell of 4 bytes: of what was stored there
};

/// Who touched the places of races last.
struct race_trail {
  /// Region, cell of 4 bytes, CTA (1 + index; 0 in a CTA's own memory), thread (1 + index; 0 for any), and whether it wrote.
  using access = std::tuple<const region*, std::uint64_t, std::uint32_t, std::uint32_t, bool>;
  std::map<access, std::uint32_t> last;            ///< the instruction
  std::map<std::uint32_t, std::uint32_t> partners; ///< by the instruction that a race was told at: the other one of the two
};

/// Instructions that took a NaN away, choosing another number or deciding by it.
struct nan_trail {
  struct taken {
    std::uint32_t pc = 0;
    std::uint32_t cta = 0, thread = 0; ///< linear, the first to do so of those that count
  };
  std::vector<taken> all;              ///< by CTA and thread, each instruction once, in the order in which the thread came to them
  std::uint32_t cta = 0, thread = 0;   ///< that wrote the watched element last
  bool has_writer = false;
};

} // namespace fpcheck::exec
