#pragma once
#include "def_use.hpp"

namespace fpcheck::exec {

/// Marks the instructions of a function that round or split on purpose (rules R1 and R4), and narrow accumulators (R8).
void find_roles(program& p, const function_code& code, const def_use& values);

} // namespace fpcheck::exec
