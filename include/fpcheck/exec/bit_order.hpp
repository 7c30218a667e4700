#pragma once
// Integer instructions that order numbers of floating point by their bits.
#include <cstdint>

namespace fpcheck::exec {

/// What one such instruction met. Of two negative numbers the bits stand the other way round.
struct bit_order {
  std::uint32_t pc = 0;
  bool is_signed = false;
  std::uint64_t reversed = 0; ///< lanes in which the integers stand otherwise than the numbers
  std::uint64_t kept = 0;     ///< lanes with different numbers in which they stand alike
  std::uint32_t cta[3] = {}, thread[3] = {};
  double first = 0, second = 0; ///< of the first that is reversed
  /// Signed integers of two negative numbers are always the wrong way round. Unsigned ones are of any negative number, which a program may
  /// want (the largest number by atomicMin, where all are negative), but not beside the other way.
  bool is_wrong() const { return reversed != 0 && (is_signed || kept != 0); }
};

} // namespace fpcheck::exec
