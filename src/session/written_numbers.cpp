#include "written_numbers.hpp"

#include <fpcheck/base/letters.hpp>

#include <algorithm>
#include <cctype>
#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace fpcheck::session {
namespace {

constexpr std::uint32_t longest_file = 5000;

/// The lines of a file without comments, and with spaces in the place of what is quoted; the first one is line 1.
std::vector<std::string> code_of(const numbered_lines& lines) {
  std::vector<std::string> out(1);
  bool comment = false;
  for (std::uint32_t n = 1; n < longest_file; ++n) {
    auto line = lines(n);
    if (!line) break;
    char quote = 0;
    std::string& text = *line;
    for (std::size_t k = 0; k < text.size(); ++k) {
      const std::string_view two = std::string_view(text).substr(k, 2);
      if (comment) {
        if (two == "*/") comment = false, text[k++] = ' ';
        text[k] = ' ';
      } else if (quote != 0) {
        if (text[k] == quote) quote = 0;
        else if (text[k] == '\\' && k + 1 < text.size()) text[k++] = ' ';
        text[k] = ' ';
      } else if (two == "//") {
        text.resize(k);
      } else if (two == "/*") {
        comment = true, text[k++] = ' ', text[k] = ' ';
      } else if (text[k] == '"' || (text[k] == '\'' && (k == 0 || !is_letter(text[k - 1])))) { // 1'000 has a separator
        quote = text[k], text[k] = ' ';
      }
    }
    out.push_back(std::move(text));
  }
  return out;
}

std::size_t find_word(std::string_view line, std::string_view word) {
  for (std::size_t at = 0; (at = line.find(word, at)) != std::string_view::npos; at += word.size()) {
    const bool begins = at == 0 || !is_letter(line[at - 1]), ends = at + word.size() == line.size() || !is_letter(line[at + word.size()]);
    if (begins && ends) return at;
  }
  return std::string_view::npos;
}
bool holds_word(std::string_view line, std::string_view word) { return find_word(line, word) != std::string_view::npos; }

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
    if (k == 0 || !is_letter(line[k - 1]))
      if (is_number(written, size, how)) return true;
    k = static_cast<std::size_t>(end - line.c_str());
    while (k < line.size() && is_letter(line[k])) ++k;
  }
  return false;
}

/// The first and the last line of the function around a line, as braces tell it; nothing outside of functions.
std::optional<std::pair<std::uint32_t, std::uint32_t>> function_around(const std::vector<std::string>& code, std::uint32_t line) {
  std::vector<bool> open; // braces, whether they are of a namespace or a type
  std::string before;     // of the declaration so far
  std::uint32_t first = 0;
  const auto only_holders = [&] { return std::find(open.begin(), open.end(), false) == open.end(); };
  for (std::uint32_t n = 1; n < code.size(); ++n) {
    if (code[n].find_first_not_of(" \t") != std::string::npos && code[n][code[n].find_first_not_of(" \t")] == '#') continue;
    before += ' ';
    for (const char c : code[n]) {
      const bool outside = only_holders();
      if (outside && first == 0 && std::isspace(static_cast<unsigned char>(c)) == 0) first = n;
      if (c == '{') {
        const bool type = (holds_word(before, "struct") || holds_word(before, "class") || holds_word(before, "union")) && before.find('(') == std::string::npos;
        open.push_back(outside && (type || holds_word(before, "namespace") || (holds_word(before, "extern") && before.find('(') == std::string::npos)));
      } else if (c == '}' && !open.empty()) {
        open.pop_back();
        if (!outside && only_holders() && first <= line && line <= n) return std::pair(first, n);
      }
      if (c == '{' || c == '}' || c == ';') before.clear();
      else before += c;
      if ((c == '{' || c == '}' || c == ';') && only_holders()) first = 0;
    }
  }
  return std::nullopt;
}

/// The name that a line gives to a number: of a macro or a constant.
std::string declared_name(const std::string& line) {
  const auto word_at = [&](std::size_t k) {
    while (k < line.size() && !is_letter(line[k])) ++k;
    std::size_t end = k;
    while (end < line.size() && is_letter(line[end])) ++end;
    return line.substr(k, end - k);
  };
  if (const auto k = line.find("#define"); k != std::string::npos) return word_at(k + 7);
  if (!holds_word(line, "constexpr") && !holds_word(line, "const") && !holds_word(line, "__constant__")) return {};
  std::size_t end = std::min(line.find('='), line.find('{'));
  if (end == std::string::npos) return {};
  while (end > 0 && !is_letter(line[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_letter(line[begin - 1])) --begin;
  return line.substr(begin, end - begin);
}

/// Whether a table's elements follow the name in this line, "[...] = {", and where the first one begins, as line and column.
std::optional<std::pair<std::uint32_t, std::size_t>> elements_behind(const std::vector<std::string>& code, std::uint32_t n, const std::string& table) {
  int brackets = 0;
  bool size = false, given = false;
  for (std::size_t k = find_word(code[n], table) + table.size(); n < code.size(); ++n, k = 0)
    for (; k < code[n].size(); ++k) {
      const char c = code[n][k];
      if (c == '[') ++brackets, size = true;
      else if (c == ']') --brackets;
      else if (brackets == 0 && c == '{') return size ? std::optional(std::pair(n, k + 1)) : std::nullopt;
      else if (brackets == 0 && c == '=' && !given) given = true;
      else if (brackets == 0 && std::isspace(static_cast<unsigned char>(c)) == 0) return std::nullopt;
    }
  return std::nullopt;
}

} // namespace

std::optional<std::uint32_t> line_of_number(const numbered_lines& lines, double number, read_as how, std::uint32_t use) {
  const std::vector<std::string> code = code_of(lines);
  const auto function = function_around(code, use);
  if (!function) return std::nullopt;
  const auto named = [&](const std::string& name) {
    return !name.empty() && std::any_of(code.begin() + function->first, code.begin() + function->second + 1, [&](const std::string& line) { return holds_word(line, name); });
  };
  std::optional<std::uint32_t> found;
  for (std::uint32_t n = 1; n < code.size(); ++n) {
    if (!holds_number(code[n], number, how)) continue;
    const bool inside = function->first <= n && n <= function->second;
    if (!inside && !named(declared_name(code[n]))) continue;
    if (found) return std::nullopt;
    found = n;
  }
  return found;
}

std::optional<std::uint32_t> line_of_element(const numbered_lines& lines, const std::string& table, std::size_t element, double number, read_as how) {
  const std::vector<std::string> code = code_of(lines);
  for (std::uint32_t n = 1; n < code.size(); ++n) {
    if (!holds_word(code[n], table) || !(holds_word(code[n], "__constant__") || holds_word(code[n], "__device__") || holds_word(code[n], "const") || holds_word(code[n], "constexpr"))) continue;
    const auto first = elements_behind(code, n, table);
    if (!first) continue;
    int depth = 1;
    std::string written;
    std::uint32_t begins = 0;
    std::size_t count = 0, k = first->second;
    for (std::uint32_t at = first->first; at < code.size() && depth > 0; ++at, k = 0)
      for (; k < code[at].size() && depth > 0; ++k) {
        const char c = code[at][k];
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        const bool ends = c == '{' || c == '}' || c == ',';
        if (ends && !written.empty() && count++ == element) return holds_number(written, number, how) ? begins : n;
        if (ends) written.clear();
        else if (!written.empty() || std::isspace(static_cast<unsigned char>(c)) == 0) begins = written.empty() ? at : begins, written += c;
      }
    return n;
  }
  return std::nullopt;
}

} // namespace fpcheck::session
