#pragma once
// Clamps to an end of their format's range. Exact arithmetic has neither a largest number nor a smallest: there is nothing for them to do.
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

enum class range_end : std::uint8_t {
  none,
  largest, ///< a minimum with the format's largest number, which takes infinities away
  smallest ///< a maximum with its smallest, which takes zeros away
};

/// From here on a literal is an end of the range of its format, `wide` for binary64: a quarter of the largest number, and what has lost digits already
/// where it is multiplied by a few hundred.
constexpr double least_large(bool wide) { return wide ? 0x1p1022 : 0x1p126; }
constexpr double most_small(bool wide) { return wide ? 0x1p-1010 : 0x1p-120; }
constexpr bool is_range_end(double literal, range_end e, bool wide) {
  return e == range_end::largest ? literal >= least_large(wide) : literal > 0 && literal <= most_small(wide);
}

/// By pc: minima and maxima, by instruction or by a selection, whose one operand is such a literal.
std::vector<range_end> find_range_ends(const program& p);

} // namespace fpcheck::exec
