#pragma once
#include <fpcheck/session/kernel_file.hpp>

namespace fpcheck::session {

/// `NAME VALUE` pairs of case options in the order they were written; VALUE is empty for a switch.
using option_words = std::vector<std::pair<std::string, std::string>>;

/// A case as it is typed.
struct typed_case {
  std::vector<std::string> words; ///< FILE[:KERNEL], <<<...>>>, NAME=VALUE
  std::string launch;             ///< of -l
  option_words options;
};

/// The words after FILE, as a launch, and the options, each with its place on the command line.
struct written_case {
  kernel_name target;
  exec::launch_text launch;
  std::vector<exec::option_text> options;
};
/// Reads the words of `fpcheck run`, or of another command that takes them. Error: a malformed word, at its place.
result<written_case> read_words(const typed_case& c, const char* command = "run");

/// The cases to run: the command line's own launch, or those in the source, with what the command line adds.
/// Error: there is none.
result<std::vector<exec::case_text>> choose_cases(const kernel_file& file, const written_case& w);

/// Whether every option of the cases does something. Error: one changes nothing in any of the cases that hold it, as a format for a reference
/// where there is none.
result<void> check_effects(const std::vector<exec::case_text>& cases, const kernel_file& file);

} // namespace fpcheck::session
