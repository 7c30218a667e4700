#include "variable_names.hpp"

#include <algorithm>

namespace fpcheck::record {
namespace {

bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$'; }

/// The last name before the bracket, the value or the end of a declaration.
std::string declared(std::string_view line) {
  std::size_t end = std::min(line.find_first_of("[=;"), line.size());
  while (end > 0 && !is_name(line[end - 1])) --end;
  std::size_t from = end;
  while (from > 0 && is_name(line[from - 1])) --from;
  return std::string(line.substr(from, end - from));
}

} // namespace

std::vector<std::string> variable_names(std::string_view ptx) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < ptx.size();) {
    const std::size_t end = std::min(ptx.find('\n', at), ptx.size());
    std::string_view line = ptx.substr(at, end - at);
    at = end + 1;
    for (const std::string_view linking : {".visible ", ".weak ", ".common "}) // of .extern ones the value is elsewhere
      if (line.starts_with(linking)) line.remove_prefix(linking.size());
    if (!line.starts_with(".global ") && !line.starts_with(".const ")) continue;
    if (std::string name = declared(line); !name.empty()) out.push_back(std::move(name));
  }
  return out;
}

} // namespace fpcheck::record
