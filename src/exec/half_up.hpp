#pragma once
// Rounding to the nearest integer by hand: floor(x + 0.5), (int)(x - 0.5) of a negative x.
#include "def_use.hpp"

namespace fpcheck::exec {

/// Marks directed roundings of a half and a datum, which was loaded or is an integer, and their sums (`roles::half_up`): what is decided there is
/// the nearest integer of a number that is as it is.
void find_half_up(program& p, const function_code& code, const def_use& g);

} // namespace fpcheck::exec
