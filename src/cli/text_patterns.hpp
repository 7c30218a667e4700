#pragma once
#include <optional>
#include <regex>
#include <string>

namespace fpcheck::cli {

inline bool matches(const std::string& text, const std::string& expression) { return std::regex_search(text, std::regex(expression)); }

/// The first group of an expression where it matches first.
inline std::optional<std::string> first_match(const std::string& text, const std::string& expression) {
  std::smatch found;
  return std::regex_search(text, found, std::regex(expression)) ? std::optional(found[1].str()) : std::nullopt;
}

} // namespace fpcheck::cli
