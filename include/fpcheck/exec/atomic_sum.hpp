#pragma once
// The addends of atomic sums in floating point.
#include <cstdint>

namespace fpcheck::exec {

/// What one thread added to an element of a buffer.
struct atomic_addend {
  std::uint32_t pc = 0, buffer = 0;
  std::uint64_t offset = 0;             ///< in bytes
  std::uint32_t cta = 0, thread = 0;    ///< linear, the thread within its CTA
  std::uint32_t barriers = 0;           ///< that its CTA had passed
  std::uint64_t before = 0, addend = 0; ///< codes: what the instruction found, and what came
};
/// Of a run's addends so many are kept.
inline constexpr std::size_t most_addends = std::size_t{1} << 21;

} // namespace fpcheck::exec
