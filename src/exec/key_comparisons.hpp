#pragma once
// Comparisons of keys: of two numbers that are equal either may be taken.
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

/// By pc: comparisons that decide which of their two operands is kept, as a minimum, an exchange of two elements, or with a label beside it.
std::vector<bool> find_key_comparisons(const program& p);

} // namespace fpcheck::exec
