#pragma once
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

/// By pc: comparisons that decide whether a loop goes on and compare successive iterates, their difference, or their ratio with one, a
/// residual b - A x of the x that it corrects, or t + h with t. How often such a loop turns is the machine's affair: exact arithmetic would iterate on what is below its
/// rounding, or for ever.
std::vector<bool> find_iteration_ends(const program& p);

} // namespace fpcheck::exec
