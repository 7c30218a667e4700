#pragma once
// Watches counters that atomics add whole numbers to.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Puts a look around the atomic sums of floating point of `m`. Requires: handlers are bound; no one else wraps these.
void watch_counters(wrapped_machine& m);

} // namespace fpcheck::exec
