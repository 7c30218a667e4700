#pragma once
// Literals of binary32 as the decimals that somebody wrote: what 0.1f means, and what it is known to.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Lets literals of few digits stand for the decimals. Requires: the double-double domain, bound handlers, placed constant numbers.
void place_decimals(wrapped_machine& m);

/// Lets them move in the copies as inputs do. Requires: a perturbed domain, bound handlers, placed constant numbers.
void move_decimals(wrapped_machine& m);

} // namespace fpcheck::exec
