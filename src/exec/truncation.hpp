#pragma once
// Numbers cut to bfloat16 by taking the high half of their bits.
#include "shadow_move.hpp"

namespace fpcheck::exec {

/// Whether the high half of `code` is from then on exactly itself: the cut took more than a rounding to the nearest would,
/// which is meant, and the number's own error does not matter (R2). Otherwise it is the number still, narrowed.
bool restarts_when_cut(warp& w, const number_words& number, std::uint32_t code);

} // namespace fpcheck::exec
