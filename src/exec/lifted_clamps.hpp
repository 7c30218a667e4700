#pragma once
// Clamps to an end of their format's range while a launch runs: what they take away, and runs in which it goes on.
#include "wrapped_machine.hpp"

#include <fpcheck/exec/range_ends.hpp>

namespace fpcheck::exec {

/// What records the numbers that a clamp to `e` takes away, of which the machine has an infinity or a zero only.
handler watching_range_end(range_end e);

/// Lets the infinities through that exact arithmetic has as numbers. Requires: `o` is a minimum with the format's largest number.
void let_infinities_through(wrapped_machine& m, op& o);

/// Runs a clamp with what is known of each number that it takes away as that of its result.
void lift_largest(warp& w, const op& o);
void lift_smallest(warp& w, const op& o);

} // namespace fpcheck::exec
