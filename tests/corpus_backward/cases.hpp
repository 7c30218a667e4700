#pragma once
// The lines of cases.txt.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace fpcheck::corpus {

/// A backward kernel with its launch, its wrong twins and the forward kernel it belongs to.
struct backward_case {
  std::string file, kernel, words;
  std::vector<std::string> wrong;
  std::string forward; ///< kernel and words of its own; empty: there is none

  /// FILE:KERNEL of a kernel in the same file.
  std::string target(const std::string& name) const {
    return (std::filesystem::path(FPCHECK_SOURCE_DIR) / "tests" / "corpus_backward" / file).lexically_normal().string() + ":" + name;
  }
};

inline std::string trimmed(const std::string& s) {
  const std::size_t first = s.find_first_not_of(' ');
  return first == std::string::npos ? "" : s.substr(first, s.find_last_not_of(' ') + 1 - first);
}

inline std::vector<backward_case> read_cases() {
  std::vector<backward_case> out;
  std::ifstream file(std::filesystem::path(FPCHECK_SOURCE_DIR) / "tests" / "corpus_backward" / "cases.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> fields;
    std::stringstream all(line);
    for (std::string f; std::getline(all, f, '|');) fields.push_back(trimmed(f));
    backward_case c;
    c.file = fields[0].substr(0, fields[0].find(": "));
    const std::string rest = fields[0].substr(c.file.size() + 2);
    c.kernel = rest.substr(0, rest.find(' '));
    c.words = rest.substr(c.kernel.size() + 1);
    std::stringstream wrong(fields.size() > 1 ? fields[1] : "");
    for (std::string k; wrong >> k;) c.wrong.push_back(k);
    if (fields.size() > 2) c.forward = fields[2];
    out.push_back(std::move(c));
  }
  return out;
}

} // namespace fpcheck::corpus
