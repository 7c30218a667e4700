#pragma once
// Watches loops whose variable is a number of floating point for the step that no longer changes it.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Ends the launch where a loop variable has stayed the same for so long that only a budget would end it. Requires: handlers are bound.
void watch_loop_variables(wrapped_machine& m);

} // namespace fpcheck::exec
