#pragma once
#include "case_guess.hpp"

#include <fpcheck/session/kernel_file.hpp>

namespace fpcheck::cli {

/// Runs a guessed case, and makes each buffer as large as the kernel's accesses ask for: the smallest product of the case's dimensions
/// that is not left. A pointer that is never stored through becomes an input, an output that is read before it is written one that is both.
/// The case as it was where it cannot be run. At most some seconds.
guessed_case fitted(guessed_case guess, session::kernel_file& file);

} // namespace fpcheck::cli
