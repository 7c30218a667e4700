#pragma once
// The corpus' cases, as the comments of its sources say them.
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace corpus {

namespace fs = std::filesystem;

/// What the line after a case says of it.
struct expectation {
  bool clean = false, big = false, no_fast = false;
  std::set<std::string> rules;
  std::set<unsigned> lines; ///< empty: any
  unsigned max_findings = 3;
  int open = -1; ///< the exit code that stands for a known gap, or -1
};

struct corpus_case {
  fs::path source;
  std::string kernel, launch;
  std::vector<std::string> words;
  std::size_t number = 0; ///< among the cases of this kernel
  expectation expected;
};

/// The cases of a source. Throws: std::runtime_error, where one is malformed.
std::vector<corpus_case> read_cases(const fs::path& source);
/// The cases of the sources of a folder, in the order of their names.
std::vector<corpus_case> cases_of(const fs::path& folder);

/// Words as a shell would split them: blanks outside single quotes and brackets.
std::vector<std::string> split(const std::string& text);
[[noreturn]] void fail(const std::string& message);

} // namespace corpus
