#pragma once
// Programs of the user that a command starts, with all that the user may do.
#include <fpcheck/base/diagnostic.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fpcheck::cli {

/// How a program ended.
struct child_end {
  int status = 0, signal = 0;
};

/// Where its stdout goes: to ours, or to our stderr where a report is on ours.
enum class child_output : std::uint8_t { own, stderr_only };

/// Runs a program to its end, with these variables besides our own environment. `words` begin with its name.
/// Error: it cannot be started.
result<child_end> run_child(const std::string& path, const std::vector<std::string>& words, const std::map<std::string, std::string>& variables, child_output output);

} // namespace fpcheck::cli
