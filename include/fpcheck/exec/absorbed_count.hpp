#pragma once
// Counters in memory that atomics no longer move.
#include <cstdint>

namespace fpcheck::exec {

/// Whole numbers that an atomic added to one place, so many in a row that it had outgrown them.
struct absorbed_count {
  std::uint32_t pc = 0;
  std::uint64_t lost = 0;        ///< in a row, at the place where it were most
  std::uint64_t places = 0;      ///< that stood still so long
  double value = 0, addend = 0;  ///< of the first
  std::uint32_t launch = 0, cta[3] = {}, thread[3] = {};
};

} // namespace fpcheck::exec
