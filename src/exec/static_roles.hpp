#pragma once
#include <fpcheck/exec/program.hpp>

namespace fpcheck::exec {

/// Marks the instructions of a function that round or split on purpose (rules R1 and R4).
void find_roles(program& p, function_code& code);

} // namespace fpcheck::exec
