#pragma once
// Numbers on a circle: `if (d < 0) d += 360; if (d >= 360) d -= 360` (or `d = 0`). A sum that rounds to the period is zero there.
#include "def_use.hpp"

namespace fpcheck::exec {

/// Marks comparisons that decide about nothing but whether a period is taken off their operand, and, where the same period was added to a
/// negative number before, the sums that take it off (`roles::wrap`).
void find_wraps(program& p, const function_code& code, const def_use& g);

} // namespace fpcheck::exec
