#pragma once
// Shared variables that a source declares and its compiled form no longer has.
#include <fpcheck/session/kernel_file.hpp>

#include <string>
#include <vector>

namespace fpcheck::session {

/// The names of the variables that `text` declares `__shared__`, those of other files and of other storage (`extern`) aside.
std::vector<std::string> shared_variables(const std::string& text);
/// Whether one of them has no variable in the module: it holds a constant, or an undefined value that the compiler chose.
bool removes_shared_variables(const kernel_file& file, const compiled& code);

} // namespace fpcheck::session
