#pragma once
// Literals of binary32 as the decimals that somebody wrote: what 0.1f means, and what it is.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Lets literals of few digits stand for the decimals. Requires: the double-double domain, bound handlers, placed constant numbers.
void place_decimals(wrapped_machine& m);

} // namespace fpcheck::exec
