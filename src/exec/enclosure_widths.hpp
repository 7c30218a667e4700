#pragma once
// Where enclosures become too wide to tell anything.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Puts a look around the operations on numbers of `m`. Requires: handlers are bound, in a domain that encloses.
void watch_enclosure_widths(wrapped_machine& m);

} // namespace fpcheck::exec
