#include "written_numbers.hpp"

#include <cctype>
#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace fpcheck::session {
namespace {

constexpr std::uint32_t most_lines = 5000, longest_table = 200;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string without_comment(const std::string& line) { return line.substr(0, line.find("//")); }

bool holds_word(std::string_view line, std::string_view word) {
  for (std::size_t at = 0; (at = line.find(word, at)) != std::string_view::npos; at += word.size()) {
    const bool begins = at == 0 || !is_word(line[at - 1]), ends = at + word.size() == line.size() || !is_word(line[at + word.size()]);
    if (begins && ends) return true;
  }
  return false;
}

bool is_number(double written, double number, read_as how) {
  return std::fabs(written - number) <= (how == read_as::f32 ? 1e-6 : 1e-12) * std::fabs(number);
}

bool holds_number(const std::string& line, double number, read_as how) {
  const double size = std::fabs(number);
  for (const auto& [name, value] : {std::pair<std::string_view, double>{"FLT_MIN", FLT_MIN}, {"FLT_MAX", FLT_MAX}, {"DBL_MIN", DBL_MIN}, {"DBL_MAX", DBL_MAX}, {"FLT_EPSILON", FLT_EPSILON}})
    if (is_number(value, size, how) && holds_word(line, name)) return true;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const bool digit = std::isdigit(static_cast<unsigned char>(line[k])) != 0 || (line[k] == '.' && k + 1 < line.size() && std::isdigit(static_cast<unsigned char>(line[k + 1])) != 0);
    if (!digit) continue;
    char* end = nullptr;
    const double written = std::strtod(line.c_str() + k, &end);
    if (k == 0 || !is_word(line[k - 1]))
      if (is_number(written, size, how)) return true;
    k = static_cast<std::size_t>(end - line.c_str());
    while (k < line.size() && is_word(line[k])) ++k;
  }
  return false;
}

} // namespace

std::optional<std::uint32_t> line_of_number(const numbered_lines& lines, double number, read_as how) {
  std::optional<std::uint32_t> found;
  for (std::uint32_t n = 1; n < most_lines; ++n) {
    const auto line = lines(n);
    if (!line) break;
    if (!holds_number(without_comment(*line), number, how)) continue;
    if (found) return std::nullopt;
    found = n;
  }
  return found;
}

std::optional<std::uint32_t> line_of_element(const numbered_lines& lines, const std::string& table, double number, read_as how) {
  for (std::uint32_t n = 1; n < most_lines; ++n) {
    const auto line = lines(n);
    if (!line) break;
    const std::string code = without_comment(*line);
    if (!holds_word(code, table) || !(holds_word(code, "__constant__") || holds_word(code, "__device__") || holds_word(code, "const"))) continue;
    for (std::uint32_t k = n; k < n + longest_table; ++k) {
      const auto next = lines(k);
      if (!next) break;
      if (holds_number(without_comment(*next), number, how)) return k;
      if (next->find("};") != std::string::npos) break;
    }
    return n;
  }
  return std::nullopt;
}

} // namespace fpcheck::session
