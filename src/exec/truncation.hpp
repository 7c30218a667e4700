#pragma once
// Numbers whose bits are taken in part: cut to bfloat16, or their lineage ends.
#include "shadow_move.hpp"

namespace fpcheck::exec {

/// Whether the high half of `code` is from then on exactly itself: the cut took more than a rounding to the nearest would,
/// which is meant, and the number's own error does not matter (R2). Otherwise it is the number still, narrowed.
bool restarts_when_cut(warp& w, const number_words& number, std::uint32_t code);

/// Whether the high halves of lanes `lanes` of slot `a` are its numbers as bfloat16: truncated, or rounded to the nearest by
/// integer code. `s` and `bits` are the slot's shadow and codes, which may have been overwritten since.
bool holds_bfloat16(warp& w, const ref& a, const slot_shadow& s, const std::uint32_t* bits, std::uint32_t lanes);

/// Whether the lineage that ends with the integer in slot `a` was of a number whose error matters (R2).
bool loses_error(warp& w, const ref& a, int lane);

} // namespace fpcheck::exec
