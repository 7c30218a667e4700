#pragma once
// Integers that leave the range of what is to hold them.
#include <cstdint>

namespace fpcheck::exec {

/// How an integer is lost.
enum class range_kind : std::uint8_t {
  clamped,  ///< a conversion from floating point beyond its type: the device clamps, C++ leaves it undefined
  wrapped,  ///< a narrower integer keeps the low bits of what a conversion from floating point gave, or of what was computed from samples
  shifted,  ///< a shift by a negative amount, or to the left by the width and more: nothing is left
  vanished, ///< an addend of a sum in fixed point: each that was not zero became zero
  drifted,  ///< addends of a sum in fixed point, none of which is rounded to the nearest: what they lose adds up
  exponent  ///< an exponent that is moved in a number's bits leaves its field
};
inline constexpr int range_kinds = 6;

/// What one instruction lost.
struct range_record {
  std::uint32_t pc = 0;
  range_kind kind{};
  std::uint64_t count = 0; ///< lanes
  std::uint64_t kept = 0;  ///< of `vanished`: lanes in which something was left
  std::uint32_t launch = 0, cta[3] = {}, thread[3] = {}; ///< of the first one
  double sum = 0, drift = 0;                             ///< of `drifted`: the sizes of all addends, and what all of them lost together
  double value = 0, result = 0;                          ///< what went in, and what came out
};

/// The lanes that leave their range at one instruction get another result: a clamped one lies further inside, a wrapped one is
/// clamped, nothing is shifted, what vanished is one step, what drifted is the nearest integer, and a moved exponent is that of the product. Whatever depends on it changes.
struct range_probe {
  std::uint32_t pc = 0;
  range_kind kind{};
  bool wraps = false; ///< what is negative, and clamped to an unsigned 0, becomes its low bits
};

} // namespace fpcheck::exec
