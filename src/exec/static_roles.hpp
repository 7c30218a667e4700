#pragma once
#include <fpcheck/exec/program.hpp>

namespace fpcheck::exec {

/// Marks the instructions of a function that round or split on purpose (rules R1 and R4), and narrow accumulators (R8).
/// `constants` are the literals read so far.
void find_roles(program& p, const function_code& code, const std::vector<std::byte>& constants);

} // namespace fpcheck::exec
