#pragma once
#include "def_use.hpp"

namespace fpcheck::exec {

/// Marks sums in binary32 of which integer code keeps the upper bits alone, and that a loop carries so (`role::narrow_accumulator`): none
/// whose rest is used, and none that is rounded at random.
void find_narrowed_sums(program& p, const function_code& code, const def_use& g);

} // namespace fpcheck::exec
