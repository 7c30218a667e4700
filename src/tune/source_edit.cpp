#include <fpcheck/tune/tune.hpp>

#include "source_text.hpp"

#include <algorithm>
#include <cctype>
#include <regex>

namespace fpcheck::tune {
namespace {

/// Whether the call behind `at` is of a narrow number's name, which is cast itself.
bool reads_narrow(const std::string& text, std::size_t at, const declarations& known) {
  if (at >= text.size() || text[at] != '(') return false;
  std::size_t end = ++at;
  while (end < text.size() && is_letter(text[end])) ++end;
  const std::string name = text.substr(at, end - at);
  return known.halves.contains(name) || known.floats.contains(name);
}

/// The expression in binary64: names of narrower numbers are cast, functions have their binary64 names.
std::string widened_expression(const std::string& text, const declarations& known, bool keeps_width) {
  std::string out;
  int in_index = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    in_index += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (!is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0) {
      std::size_t end = at + 1;
      if (is_letter(c)) // a number with its suffix
        while (end < text.size() && (is_letter(text[end]) || text[end] == '.')) ++end;
      out.append(text, at, end - at);
      at = end;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_letter(text[end])) ++end;
    const std::string name = text.substr(at, end - at);
    const bool member = at > 0 && (text[at - 1] == '.' || (at > 1 && text[at - 1] == '>' && text[at - 2] == '-'));
    const auto wide = wide_names().find(name);
    if (is_assigned(text, end)) out += name;
    else if (wide != wide_names().end() && !member) out += wide->second;
    else if (keeps_width && !member && converts_narrow(name)) out += "";
    else if (!member && (name == "__half2float" || name == "__bfloat162float") && reads_narrow(text, end, known)) out += "";
    else if (in_index == 0 && !member && known.halves.contains(name)) out += "(double)(float)" + name;
    else if (in_index == 0 && !member && known.floats.contains(name)) out += "(double)" + name;
    else if (in_index == 0 && !member && known.vectors.contains(name) && text.find_first_of(".[", end) == end) out += "(double)" + name;
    else if (name == "float" && at > 0 && (text[at - 1] == '(' || text[at - 1] == '<') && end < text.size() && (text[end] == ')' || text[end] == '>')) out += "double";
    else out += name;
    at = end;
  }
  return out;
}

/// Where the type of the last declaration of `name` before `end` stands.
std::optional<std::size_t> nearest_declaration(const declarations& known, const std::string& name, std::size_t end) {
  std::optional<std::size_t> out;
  if (const auto at = known.local.find(name); at != known.local.end())
    for (const std::size_t t : at->second)
      if (t < end) out = t;
  return out;
}

} // namespace

std::optional<std::string> widened_source(const std::string& source, const std::vector<std::uint32_t>& lines) {
  const std::string code = code_of(source);
  const declarations declared = read_declarations(code);
  std::vector<std::string> text = lines_of(source), bare = lines_of(code);
  std::set<std::size_t> types; // offsets of types that become double
  std::set<std::string> widened;
  std::vector<std::size_t> starts{0}; // of lines, in the source
  for (const std::string& line : bare) starts.push_back(starts.back() + line.size() + 1);
  for (const std::uint32_t n : lines)
    if (n != 0 && n <= bare.size() && right_side(bare[n - 1]) != std::string::npos)
      for (const std::string& name : assigned_names(bare[n - 1]))
        if (const auto at = nearest_declaration(declared, name, starts[n - 1] + bare[n - 1].size())) types.insert(*at), widened.insert(name);
  declarations known = declared; // with those that become double, which are cast from nothing narrower
  for (const std::string& name : widened)
    if (known.halves.erase(name) != 0) known.floats.insert(name);
  bool edited = false;
  for (const std::uint32_t n : lines) {
    if (n == 0 || n > text.size()) continue;
    std::string& line = text[n - 1];
    const std::size_t right = right_side(bare[n - 1]);
    if (right == std::string::npos) continue;
    const std::size_t comment = bare[n - 1].find_last_not_of(' ') + 1; // what follows is no code
    const std::string end = line.substr(std::min(std::max(comment, right), line.size()));
    bool keeps_width = false;
    for (const std::string& name : assigned_names(bare[n - 1]))
      keeps_width = keeps_width || nearest_declaration(declared, name, starts[n - 1] + bare[n - 1].size());
    const std::string expression = widened_expression(line.substr(right, line.size() - right - end.size()), known, keeps_width);
    const std::string fresh = line.substr(0, right) + expression + end;
    edited = edited || fresh != line;
    line = fresh;
  }
  if (!edited && types.empty()) return std::nullopt;
  // Types, by line: an edited line's own type stands before its right-hand side, where nothing moved.
  std::size_t offset = 0;
  for (std::size_t k = 0; k < bare.size(); ++k) {
    std::vector<std::size_t> here;
    for (const std::size_t t : types)
      if (t >= offset && t < offset + bare[k].size()) here.push_back(t - offset);
    for (std::size_t i = here.size(); i-- > 0;) {
      std::size_t end = here[i];
      while (end < bare[k].size() && is_letter(bare[k][end])) ++end;
      text[k].replace(here[i], end - here[i], "double");
    }
    offset += bare[k].size() + 1;
  }
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) out += text[k] + (k + 1 < text.size() ? "\n" : "");
  for (const std::string& name : widened) // what reads them elsewhere
    if (declared.halves.contains(name)) out = std::regex_replace(out, std::regex("(__half2float|__bfloat162float)\\((" + name + "(\\[[^\\]]*\\])?)\\)"), "(float)($2)");
  return out;
}

} // namespace fpcheck::tune
