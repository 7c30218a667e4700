#include "written_numbers.hpp"

#include <fpcheck/base/letters.hpp>

#include <algorithm>
#include <cctype>
#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <regex>
#include <set>
#include <string_view>
#include <vector>

namespace fpcheck::session {
namespace {

constexpr std::uint32_t longest_file = 5000;
constexpr std::size_t longest_line = 2000; ///< for an expression: matching one calls itself for every character

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

/// The numbers that a line holds, limits by their names too.
std::vector<double> numbers_in(const std::string& line) {
  std::vector<double> out;
  for (const auto& [name, value] : {std::pair<std::string_view, double>{"FLT_MIN", FLT_MIN}, {"FLT_MAX", FLT_MAX}, {"DBL_MIN", DBL_MIN}, {"DBL_MAX", DBL_MAX}, {"FLT_EPSILON", FLT_EPSILON}})
    if (holds_word(line, name)) out.push_back(value);
  for (std::size_t k = 0; k < line.size(); ++k) {
    const bool digit = std::isdigit(static_cast<unsigned char>(line[k])) != 0 || (line[k] == '.' && k + 1 < line.size() && std::isdigit(static_cast<unsigned char>(line[k + 1])) != 0);
    if (!digit) continue;
    char* end = nullptr;
    const double written = std::strtod(line.c_str() + k, &end);
    if (k == 0 || !is_letter(line[k - 1])) out.push_back(written);
    k = static_cast<std::size_t>(end - line.c_str());
    while (k < line.size() && is_letter(line[k])) ++k;
  }
  return out;
}

bool holds_number(const std::string& line, double number, read_as how) {
  const std::vector<double> all = numbers_in(line);
  return std::any_of(all.begin(), all.end(), [&](double written) { return is_number(written, std::fabs(number), how); });
}

/// A function as braces tell it, with what stands before its first parenthesis for a name; nothing outside of functions is one.
struct written_function {
  std::uint32_t first = 0, last = 0;
  std::string name;
};

/// The word that a declaration calls: the last one before the first parenthesis.
std::string called_name(const std::string& declaration) {
  std::size_t end = std::min(declaration.find('('), declaration.size());
  while (end > 0 && !is_letter(declaration[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_letter(declaration[begin - 1])) --begin;
  return declaration.substr(begin, end - begin);
}

std::vector<written_function> functions_of(const std::vector<std::string>& code) {
  std::vector<written_function> out;
  std::vector<bool> open; // braces, whether they are of a namespace or a type
  std::string before, head; // of the declaration so far; of the function's
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
        if (outside) head = before;
      } else if (c == '}' && !open.empty()) {
        open.pop_back();
        if (!outside && only_holders()) out.push_back({first, n, called_name(head)});
      }
      if (c == '{' || c == '}' || c == ';') before.clear();
      else before += c;
      if ((c == '{' || c == '}' || c == ';') && only_holders()) first = 0;
    }
  }
  return out;
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

namespace {

/// The lines that a function's numbers may stand in: its own and those of what it names that is declared outside; then with those of the functions that
/// it names, and so on.
class lines_in_reach {
public:
  lines_in_reach(const std::vector<std::string>& code, std::uint32_t use) : code_(code), others_(functions_of(code)) {
    const auto around = std::find_if(others_.begin(), others_.end(), [&](const written_function& f) { return f.first <= use && use <= f.last; });
    if (around == others_.end()) return;
    looked_.push_back(*around), others_.erase(around);
  }
  bool any() const { return !looked_.empty(); }
  bool has(std::uint32_t n) const {
    return std::any_of(looked_.begin(), looked_.end(), [&](const written_function& f) { return f.first <= n && n <= f.last; }) || names(declared_name(code_[n]));
  }
  /// Goes on to what is called; nothing more where nothing is.
  bool widen() {
    std::vector<written_function> called;
    for (const written_function& f : others_)
      if (names(f.name)) called.push_back(f);
    std::erase_if(others_, [&](const written_function& f) { return std::any_of(called.begin(), called.end(), [&](const written_function& c) { return c.first == f.first; }); });
    looked_.insert(looked_.end(), called.begin(), called.end());
    return !called.empty();
  }

private:
  bool names(const std::string& name) const {
    return !name.empty() && std::any_of(looked_.begin(), looked_.end(), [&](const written_function& f) {
             return std::any_of(code_.begin() + f.first, code_.begin() + f.last + 1, [&](const std::string& line) { return holds_word(line, name); });
           });
  }
  const std::vector<std::string>& code_;
  std::vector<written_function> others_, looked_;
};

} // namespace

std::optional<std::uint32_t> line_of_number(const numbered_lines& lines, double number, read_as how, std::uint32_t use) {
  const std::vector<std::string> code = code_of(lines);
  lines_in_reach reach(code, use);
  for (bool more = reach.any(); more; more = reach.widen()) {
    std::size_t count = 0;
    std::uint32_t found = 0;
    for (std::uint32_t n = 1; n < code.size(); ++n)
      if (holds_number(code[n], number, how) && reach.has(n)) ++count, found = n;
    if (count != 0) return count == 1 ? std::optional(found) : std::nullopt;
  }
  return std::nullopt;
}

std::vector<std::uint32_t> lines_of_parts(const numbered_lines& lines, double number, read_as how, std::uint32_t use) {
  constexpr std::size_t most = 200; // numbers: of more some two make any other
  const std::vector<std::string> code = code_of(lines);
  lines_in_reach reach(code, use);
  while (reach.any() && reach.widen()) {}
  std::vector<std::pair<double, std::uint32_t>> all;
  for (std::uint32_t n = 1; n < code.size() && reach.any(); ++n)
    if (reach.has(n))
      for (const double x : numbers_in(code[n]))
        if (x != 0 && x != 1) all.emplace_back(x, n);
  std::set<std::pair<std::uint32_t, std::uint32_t>> found;
  for (std::size_t a = 0; a < all.size() && all.size() <= most; ++a)
    for (std::size_t b = 0; b < all.size(); ++b) {
      const auto& [x, at] = all[a];
      const auto& [y, beside] = all[b];
      if (a != b && (is_number(x / y, std::fabs(number), how) || (a < b && is_number(x * y, std::fabs(number), how)))) found.insert(std::minmax(at, beside));
    }
  if (found.size() != 1) return {};
  const auto [one, other] = *found.begin();
  return one == other ? std::vector{one} : std::vector{one, other};
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

std::optional<std::uint32_t> line_of_low_bits(const numbered_lines& lines) {
  static const std::regex mask(R"(\b(1|0x1)[uUlL]*\s*<<.*-\s*1[uUlL]*\b|~\s*\(?\s*(~\s*0|-\s*1|0x[fF]{8}|0x[fF]{16})[uUlL]*\s*<<)");
  const std::vector<std::string> code = code_of(lines);
  std::optional<std::uint32_t> found;
  for (std::uint32_t n = 1; n < code.size(); ++n) {
    if (code[n].size() > longest_line || !std::regex_search(code[n], mask)) continue;
    if (found) return std::nullopt;
    found = n;
  }
  return found;
}

} // namespace fpcheck::session
