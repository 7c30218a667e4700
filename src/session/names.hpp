#pragma once
// Small questions about words, names and paths that several parts of a session ask.
#include <fpcheck/base/letters.hpp>
#include <fpcheck/launch/word.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace fpcheck::session {

inline bool is_identifier(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 && std::all_of(text.begin(), text.end(), is_letter);
}

/// Without the blanks around it.
inline launch::word trimmed(const launch::word& w) {
  const std::size_t first = w.text.find_first_not_of(" \t");
  return first == std::string::npos ? w.part(w.text.size()) : w.part(first, w.text.find_last_not_of(" \t") - first + 1);
}

/// A variable of the environment; empty where it is not set.
inline std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The path without links and dots, as far as it exists.
inline std::string canonical(const std::string& path) {
  std::error_code error;
  const std::filesystem::path out = std::filesystem::weakly_canonical(path, error);
  return error ? path : out.string();
}

} // namespace fpcheck::session
