#pragma once
// Runs in which some instructions compute otherwise than the machine does: in another format, rounding, fused or apart.
#include <fpcheck/exec/program.hpp>

#include <cstdint>
#include <vector>

namespace fpcheck::exec {

/// How a result is rounded that a variant changes.
enum class variant_rounding : std::uint8_t {
  nearest_even,
  toward_zero,
  stochastic ///< up with the probability of the fraction, by a generator of (seed, place, time)
};

/// What a variant does at one instruction.
struct variant_change {
  std::uint32_t pc = 0;
  /// Bits of precision and least exponent that the result is rounded to, beyond the machine's format or below; 0: that of the
  /// instruction's own format. Up to 106 bits.
  number format = number::none; ///< none: the instruction's own, with `precision` bits
  int precision = 0;            ///< 0: the format's
  variant_rounding rounding = variant_rounding::nearest_even;
  bool splits = false;   ///< a fused sum: the product is rounded to the instruction's own format first
  bool flushes = false;  ///< subnormal results become zero
};

/// Results of the instructions named are the exact results of their operands, rounded as the variant says, and keep that value
/// however wide, through moves and memory, up to the next operation; that one takes it whole and rounds its result once to its own
/// format. Everything else, and what depends on no such value, is bit for bit the machine's. Comparisons and conversions to
/// integers of such values are decided by them. Requires: the double-double domain.
struct variant_plan {
  std::vector<variant_change> changes; ///< of distinct instructions
  std::uint64_t seed = 0;              ///< of stochastic rounding
};

} // namespace fpcheck::exec
