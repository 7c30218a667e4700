#pragma once
// Watches where integers leave the range of what holds them, or puts other results there.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Puts a look around the instructions of `m` that may lose an integer. Requires: handlers are bound, nothing is wrapped yet.
void watch_integer_ranges(wrapped_machine& m);

/// Gives the lanes that leave their range at one instruction another result. Requires: the same.
void leave_range_otherwise(wrapped_machine& m, const range_probe& which);

} // namespace fpcheck::exec
