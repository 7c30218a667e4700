#pragma once
#include <fpcheck/analysis/finding.hpp>

#include <cstddef>
#include <vector>

namespace fpcheck::report {

/// Whether frame `k` is no caller of the one before it, since that is the kernel's own: another place on the way to the output follows
/// there, its store for one.
inline bool starts_anew(const std::vector<analysis::frame>& stack, std::size_t k) {
  return !stack[k - 1].function.empty() && stack[k - 1].function == stack.back().function;
}

} // namespace fpcheck::report
