// Text is joined, not modules: what stands at module level is told by its first words, and bodies are only searched for names.
#include <fpcheck/base/letters.hpp>
#include <fpcheck/ptx/join.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace fpcheck::ptx {
namespace {

enum class kind { header,
                  file,
                  function,
                  variable,
                  other };

/// One statement of a module's level.
struct statement {
  kind is = kind::other;
  std::string_view text;
  std::string name;                                                 ///< of a function or variable
  bool is_extern = false, is_shared_name = false, has_body = false; ///< shared: known to other units
};

bool in_name(char c) { return is_letter(c) || c == '$'; }

/// Behind a comment or string that begins here; `at` where neither does.
std::size_t skip_quiet(std::string_view s, std::size_t at) {
  const auto behind = [&](std::string_view end, std::size_t from) {
    const std::size_t found = s.find(end, from);
    return found == std::string_view::npos ? s.size() : found + end.size();
  };
  if (s.substr(at, 2) == "//") return behind("\n", at);
  if (s.substr(at, 2) == "/*") return behind("*/", at + 2);
  if (s[at] == '"') return behind("\"", at + 1);
  return at;
}

std::string_view first_word(std::string_view s, std::size_t at) {
  std::size_t end = at + 1;
  while (end < s.size() && in_name(s[end])) ++end;
  return s.substr(at, end - at);
}

/// Whether a statement that begins so ends with its line.
bool is_line(std::string_view word) { return word == ".version" || word == ".target" || word == ".address_size" || word == ".file" || word == ".loc"; }

/// The end of the statement at `at`: a semicolon or, of a function or section, the brace that closes it.
std::size_t end_of(std::string_view s, std::size_t at, bool closes_with_brace) {
  int depth = 0;
  for (std::size_t k = at; k < s.size();) {
    if (const std::size_t next = skip_quiet(s, k); next != k) {
      k = next;
      continue;
    }
    if (s[k] == '{') ++depth;
    if (s[k] == '}' && --depth == 0 && closes_with_brace) return k + 1;
    if (s[k] == ';' && depth == 0) return k + 1;
    ++k;
  }
  return s.size();
}

/// The words before the first parenthesis, bracket, brace, equals sign or semicolon, and the first name outside of parentheses.
void read_head(statement& out) {
  int depth = 0;
  std::string_view word;
  for (std::size_t k = 0; k < out.text.size(); ++k) {
    const char c = out.text[k];
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == '{' || c == ';' || c == '=') break;
    if (c != '.' && !in_name(c)) continue;
    word = first_word(out.text, k);
    k += word.size() - 1;
    if (word == ".extern") out.is_extern = true;
    if (word == ".visible" || word == ".weak" || word == ".common" || word == ".extern" || word == ".entry") out.is_shared_name = true;
    if (word == ".func" || word == ".entry") out.is = kind::function;
    if (depth == 0 && out.name.empty() && c != '.' && std::isdigit(static_cast<unsigned char>(c)) == 0) out.name = word;
  }
  if (out.is == kind::function) out.has_body = out.text.back() == '}';
}

std::vector<statement> split(std::string_view s) {
  std::vector<statement> out;
  for (std::size_t k = 0; k < s.size();) {
    if (std::isspace(static_cast<unsigned char>(s[k])) != 0 || s[k] == '\0') {
      ++k;
      continue;
    }
    if (const std::size_t next = skip_quiet(s, k); next != k && s[k] == '/') {
      k = next;
      continue;
    }
    const std::string_view word = first_word(s, k);
    statement one;
    std::size_t end;
    if (is_line(word)) {
      one.is = word == ".file" ? kind::file : word == ".loc" ? kind::other
                                                             : kind::header;
      end = std::min(s.find('\n', k), s.size());
      one.text = s.substr(k, end - k);
    } else {
      const std::size_t stop = s.find_first_of("{;", k);
      const std::string_view head = s.substr(k, std::min(stop, s.size()) - k);
      const bool function = head.find(".func") != std::string_view::npos || head.find(".entry") != std::string_view::npos;
      end = end_of(s, k, function || word == ".section");
      one.text = s.substr(k, end - k);
      const bool variable = !function && (word == ".global" || word == ".const" || word == ".shared" || word == ".visible" || word == ".weak" || word == ".extern" || word == ".common");
      if (variable) one.is = kind::variable;
      if (variable || function) read_head(one);
    }
    out.push_back(std::move(one));
    k = std::max(end, k + 1);
  }
  return out;
}

/// What changes inside the text of a unit.
struct renaming {
  std::map<std::string, std::string, std::less<>> names;
  std::string suffix;    ///< for labels of strings that line tables use
  std::size_t files = 0; ///< of the units before
};

/// A number behind `.file`, `.loc` or `inlined_at` names a file.
bool names_file(std::string_view word) { return word == ".file" || word == ".loc" || word == "inlined_at"; }

void write(std::string& out, std::string_view s, const renaming& how) {
  bool file_follows = false;
  for (std::size_t k = 0; k < s.size();) {
    if (const std::size_t next = skip_quiet(s, k); next != k) {
      out.append(s.substr(k, next - k));
      k = next;
      continue;
    }
    if (s[k] != '.' && !in_name(s[k])) {
      out += s[k++];
      continue;
    }
    const std::string_view word = first_word(s, k);
    k += word.size();
    const auto renamed = how.names.find(word);
    if (file_follows && std::all_of(word.begin(), word.end(), [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }))
      out += std::to_string(std::strtoul(std::string(word).c_str(), nullptr, 10) + how.files);
    else if (renamed != how.names.end() && !(!out.empty() && out.back() == '%')) out += renamed->second; // not a register's name
    else if (word.starts_with("$L__info_string")) out.append(word).append(how.suffix);
    else out.append(word);
    file_follows = names_file(word);
  }
  out += '\n';
}

/// The highest number of a file that the unit declares.
std::size_t last_file(const std::vector<statement>& unit) {
  std::size_t out = 0;
  for (const statement& s : unit)
    if (s.is == kind::file) out = std::max<std::size_t>(out, std::strtoul(s.text.data() + 5, nullptr, 10));
  return out;
}

} // namespace

std::string join(std::span<const std::string> units) {
  std::vector<std::vector<statement>> all;
  std::map<std::string, std::set<std::size_t>> owners; // the units that have the name
  std::set<std::string> defined;                       // by some unit, for all
  for (const std::string& u : units) {
    all.push_back(split(u));
    for (const statement& s : all.back()) {
      if (s.name.empty()) continue;
      owners[s.name].insert(all.size());
      if (s.is_shared_name && !s.is_extern && (s.is == kind::variable || s.has_body)) defined.insert(s.name);
    }
  }
  std::string out;
  std::set<std::string> written, declared;
  renaming how;
  for (std::size_t u = 0; u < all.size(); ++u) {
    how.names.clear();
    how.suffix = u == 0 ? "" : "$unit" + std::to_string(u);
    for (const statement& s : all[u])
      if (!s.name.empty() && !s.is_shared_name && owners[s.name].size() > 1) how.names[s.name] = s.name + "$unit" + std::to_string(u);
    for (const statement& s : all[u]) {
      if (s.is == kind::header && u != 0) continue;
      const bool definition = s.is_shared_name && !s.is_extern && (s.is == kind::variable || s.has_body);
      if (definition && !written.insert(s.name).second) continue; // weak, and here already
      if (s.is == kind::variable && s.is_extern && (defined.count(s.name) != 0 ? written.count(s.name) != 0 : !written.insert(s.name).second)) continue;
      if (s.is == kind::function && s.is_extern && (written.count(s.name) != 0 || !declared.insert(s.name).second)) continue;
      write(out, s.text, how);
    }
    how.files += last_file(all[u]);
  }
  return out;
}

} // namespace fpcheck::ptx
