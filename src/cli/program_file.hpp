#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <string>

namespace fpcheck::cli {

/// How a program reaches the CUDA runtime, as far as its file tells.
enum class runtime_link : std::uint8_t {
  shared,        ///< by libcudart.so.13
  other_version, ///< by another version of the library
  built_in,      ///< it holds GPU code and its own copy of the runtime
  unknown        ///< a script, or what loads its CUDA code later
};

/// What the ELF headers of a program say.
struct program_file {
  runtime_link link = runtime_link::unknown;
  std::string library; ///< "libcudart.so.12"
};

/// Reads them. What is no ELF file for this machine is `unknown`. Error: the file cannot be read.
result<program_file> inspect_program(const std::string& path);

/// The path of a program that is called by name, found as a shell would. Error: there is none that can be executed.
result<std::string> find_program(const std::string& name);

} // namespace fpcheck::cli
