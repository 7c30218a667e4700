#pragma once
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

/// By pc: unsigned comparisons of two registers that lead to where the program asks for the sign of one of them by itself: `0 <= r < y` as one
/// comparison of bits. That the bits of a negative number stand above all others is then meant.
std::vector<bool> find_asked_signs(const program& p);

} // namespace fpcheck::exec
