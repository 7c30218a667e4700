#pragma once
#include <fpcheck/launch/case.hpp>

#include <optional>
#include <string>
#include <vector>

namespace fpcheck::cli {

/// A case of the configuration file: a file and, unless all cases in it are meant, its launches.
struct listed_case {
  std::string file;
  std::optional<launch::case_text> text;
  std::string name;
  source_location where; ///< of the file's name
  std::vector<launch::option_text> defaults{}; ///< options of [defaults], before the case's own
};

/// The configuration file: `named`, or the nearest fpcheck.toml in the working directory and those above it.
/// Error: there is none.
result<std::string> find_configuration(const std::string& named);
/// The cases that a configuration file lists. Error: it cannot be read or is malformed, at its place.
result<std::vector<listed_case>> read_configuration(const std::string& path);

/// The JSON schema of the configuration file: its keys, the options of a case among them.
std::string configuration_schema();

} // namespace fpcheck::cli
