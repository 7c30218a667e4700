#pragma once
#include "commands.hpp"
#include "kernel_file.hpp"

namespace fpcheck::cli {

/// The words after FILE, as a launch, and the options, each with its place on the command line.
struct written_case {
  kernel_name target;
  exec::launch_text launch;
  std::vector<exec::option_text> options;
};
/// Reads the words of `fpcheck run`, or of another command that takes them. Error: a malformed word, at its place.
result<written_case> read_words(const run_command& c, const char* command = "run");

/// The cases to run: the command line's own launch, or those in the source, with what the command line adds.
/// Error: there is none.
result<std::vector<exec::case_text>> choose_cases(const kernel_file& file, const written_case& w);

} // namespace fpcheck::cli
