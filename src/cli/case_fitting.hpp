#pragma once
#include "case_guess.hpp"

#include <fpcheck/session/kernel_file.hpp>

#include <string>
#include <vector>

namespace fpcheck::cli {

/// A case that was fitted by running it.
struct fitted_case {
  guessed_case words;
  std::string refused{};            ///< why no run of it could be made; empty where one could
  std::vector<std::string> remarks; ///< what a person should look at: reads beyond every size that the case has, nothing written, what stays out of bounds
};

/// Runs a guessed case, and makes each buffer as large as the kernel's accesses ask for: the smallest product of the case's dimensions
/// that is not left, and no more than the host code allocates; dynamic shared memory likewise. A pointer that is never stored through becomes
/// an input, an output that is read before it is written one that is both. Where accesses stay outside, nothing is written or the run does not end,
/// other contents and sizes are tried: indices that are small, floats that are indices, other sizes. The best of them; the case as it was where
/// none can be run. At most some seconds.
fitted_case fitted(const guessed_case& guess, session::kernel_file& file, const std::string& body);

} // namespace fpcheck::cli
