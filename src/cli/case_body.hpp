#pragma once
// The text of a kernel.
#include <fpcheck/launch/signature.hpp>

#include <string>
#include <vector>

namespace fpcheck::cli {

/// The lines of a source from where a kernel begins to its last brace, without comments.
std::string body_of(const launch::kernel_signature& kernel, const launch::source_signatures& all, const std::string& source);

/// A `__device__` function of a source.
struct device_function {
  std::string name;
  std::vector<std::string> template_parameters;
  std::string body; ///< between its braces
};
std::vector<device_function> device_functions_of(const std::string& source);

/// A kernel's body and those of the functions that it calls, and that these call; numbers that are template arguments of a call stand for their names.
std::string reached_text(const std::string& body, const std::vector<device_function>& functions);

} // namespace fpcheck::cli
