#include <fpcheck/base/letters.hpp>

#include "removed_variables.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace fpcheck::session {
namespace {

/// The text with blanks in the place of comments and literals.
std::string without_comments(const std::string& text) {
  std::string out = text;
  for (std::size_t k = 0; k < out.size();) {
    std::size_t end = k;
    if (out.compare(k, 2, "//") == 0) end = std::min(out.find('\n', k), out.size());
    else if (out.compare(k, 2, "/*") == 0) end = std::min(out.find("*/", k + 2), out.size() - 2) + 2;
    else if (out[k] == '"') {
      for (end = k + 1; end < out.size() && out[end] != '"' && out[end] != '\n'; ++end) end += out[end] == '\\';
      end = std::min(end + 1, out.size());
    }
    std::replace_if(out.begin() + static_cast<std::ptrdiff_t>(k), out.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return c != '\n'; }, ' ');
    k = std::max(end, k + 1);
  }
  return out;
}

/// The last name of a declarator before its extents or its value.
std::string name_of(std::string_view declarator) {
  std::size_t end = std::min(declarator.find_first_of("[={"), declarator.size());
  while (end > 0 && !is_letter(declarator[end - 1])) --end;
  std::size_t first = end;
  while (first > 0 && is_letter(declarator[first - 1])) --first;
  return std::string(declarator.substr(first, end - first));
}

/// The declarators of one declaration: commas between brackets of any kind part none.
void add_names(std::string_view declaration, std::vector<std::string>& out) {
  int depth = 0;
  std::size_t from = 0;
  for (std::size_t k = 0; k <= declaration.size(); ++k) {
    const char c = k < declaration.size() ? declaration[k] : ',';
    depth += c == '<' || c == '[' || c == '(' || c == '{', depth -= c == '>' || c == ']' || c == ')' || c == '}';
    if (c != ',' || (depth > 0 && k < declaration.size())) continue;
    if (auto name = name_of(declaration.substr(from, k - from)); !name.empty()) out.push_back(std::move(name));
    from = k + 1;
  }
}

} // namespace

std::vector<std::string> shared_variables(const std::string& text) {
  constexpr std::string_view word = "__shared__";
  const std::string code = without_comments(text);
  std::vector<std::string> out;
  for (std::size_t at = code.find(word); at != std::string::npos; at = code.find(word, at + word.size())) {
    std::size_t before = at;
    while (before > 0 && std::isspace(static_cast<unsigned char>(code[before - 1])) != 0) --before;
    const bool is_extern = before >= 6 && code.compare(before - 6, 6, "extern") == 0;
    const std::size_t end = code.find_first_of(";}", at);
    if (!is_extern && end != std::string::npos && code[end] == ';') add_names(std::string_view(code).substr(at + word.size(), end - at - word.size()), out);
  }
  return out;
}

bool removes_shared_variables(const kernel_file& file, const compiled& code) {
  const std::vector<std::string> names = shared_variables(file.text());
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const std::string mangled = std::to_string(name.size()) + name;
    const auto is_it = [&](const ptx::variable& v) { return v.space == ptx::state_space::shared && (v.name == name || v.name.find(mangled) != std::string::npos); };
    return std::none_of(code.module.variables.begin(), code.module.variables.end(), is_it);
  });
}

} // namespace fpcheck::session
