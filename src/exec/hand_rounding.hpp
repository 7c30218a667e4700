#pragma once
// Rounding to bfloat16 that adds half a unit to a number's bits, whatever the buffer is said to hold that takes them.
#include "bit_conversion_sites.hpp"

#include <algorithm>

namespace fpcheck::exec {

/// One of bfloat16's NaNs, in both halves, stands among the codes that such a conversion may have chosen.
inline constexpr std::uint32_t nan_of_hand_rounding = 0x7fff7fff;

inline bool rounds_by_hand(const conversion_site& s) { return s.bits == 16 && std::find(s.literals.begin(), s.literals.end(), nan_of_hand_rounding) != s.literals.end(); }

} // namespace fpcheck::exec
