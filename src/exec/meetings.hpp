#pragma once
// Decisions whose operands meet: a comparison of equal numbers, the rounding of an integer to an integer.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Lets comparisons and roundings to integers whose exact operands meet, or are integers, go the way that follows, and records where that is
/// not the machine's; everything else stays the machine's. Requires: the double-double domain, bound handlers, placed constant numbers.
void decide_meetings(wrapped_machine& m, const meeting_plan& plan);

} // namespace fpcheck::exec
