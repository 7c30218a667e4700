#pragma once
#include "def_use.hpp"

namespace fpcheck::exec {

/// Marks the instructions of a function that round or split on purpose (rules R1 and R4), and narrow accumulators (R8).
void find_roles(program& p, const function_code& code, const def_use& values);

/// Whether the integer that `pc` finds in `r` comes from a hash or a generator: an exclusive or, or a product with a large literal, is
/// among what it was made of.
bool is_mixed(const def_use& g, const ref& r, std::uint32_t pc, int depth = 6, int moves = 24);

} // namespace fpcheck::exec
