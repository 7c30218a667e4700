#include "source_constants.hpp"

#include <fpcheck/launch/word.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <regex>

namespace fpcheck::cli {
namespace {

constexpr std::size_t longest_expression = 200, most_definitions = 64, most_meanings = 4;
constexpr int deepest = 4; ///< constants defined by others

} // namespace

std::string trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return std::string(text);
}

/// The next place at or behind `from` where `name` stands as a word.
std::size_t find_word(const std::string& text, const std::string& name, std::size_t from) {
  for (std::size_t at = text.find(name, from); at != std::string::npos; at = text.find(name, at + 1))
    if ((at == 0 || !is_letter(text[at - 1])) && (at + name.size() == text.size() || !is_letter(text[at + name.size()]))) return at;
  return std::string::npos;
}

/// The text from `from` to the bracket that closes the one before it; nothing where it does not end soon.
std::optional<std::string> bracketed(const std::string& text, std::size_t from) {
  int depth = 1;
  for (std::size_t at = from; at < text.size() && at < from + 4096; ++at) {
    depth += text[at] == '(' || text[at] == '{' ? 1 : text[at] == ')' || text[at] == '}' ? -1 : 0;
    if (depth == 0) return text.substr(from, at - from);
  }
  return std::nullopt;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> out;
  for (const launch::word& w : launch::split_top_level({text, {}, ""}, ',')) out.push_back(trimmed(w.text));
  return out;
}

std::string without_comments(std::string source) {
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
      if (source[i] != '\n') source[i] = ' ';
  };
  for (std::size_t at = 0; at + 1 < source.size(); ++at) {
    if (source[at] == '"') { // no comment begins in a string
      for (++at; at < source.size() && source[at] != '"' && source[at] != '\n'; ++at) at += source[at] == '\\' ? 1 : 0;
      continue;
    }
    if (source[at] != '/' || (source[at + 1] != '/' && source[at + 1] != '*')) continue;
    const bool line = source[at + 1] == '/';
    const std::size_t end = std::min(line ? source.find('\n', at) : source.find("*/", at + 2), source.size());
    blank(at, line ? end : std::min(end + 2, source.size()));
    at = end;
  }
  return source;
}

namespace {

/// What stands for a name at one place of the source: the rest of its #define, or what it is initialised with.
std::optional<std::string> definition_at(const std::string& name, const std::string& source, std::size_t at) {
  std::size_t line = at;
  while (line > 0 && at - line < longest_expression && source[line - 1] != '\n') --line;
  const std::string before = trimmed(std::string_view(source).substr(line, at - line));
  std::size_t next = at + name.size();
  if (before.starts_with('#') && before.ends_with("define")) {
    const std::string rest = source.substr(next, std::min(source.find('\n', next), source.size()) - next);
    return rest.starts_with('(') ? std::nullopt : std::optional(trimmed(std::string_view(rest).substr(0, rest.find("//")))); // a macro with arguments
  }
  while (next < source.size() && is_blank(source[next])) ++next;
  const bool is_dim3 = before.ends_with("dim3") || before.find("dim3 ") != std::string::npos;
  if (is_dim3 && next < source.size() && (source[next] == '(' || source[next] == '{')) {
    const auto inside = bracketed(source, next + 1);
    return inside ? std::optional("dim3(" + *inside + ")") : std::nullopt;
  }
  if (next + 1 >= source.size() || source[next] != '=' || source[next + 1] == '=') return std::nullopt;
  int depth = 0;
  std::size_t end = next + 1;
  for (; end < source.size() && end < next + longest_expression; ++end) {
    const char c = source[end];
    depth += c == '(' || c == '{' ? 1 : c == ')' || c == '}' ? -1 : 0;
    if (depth < 0 || (depth == 0 && (c == ';' || c == ','))) break;
  }
  return trimmed(std::string_view(source).substr(next + 1, end - next - 1));
}

/// Whether a variable is counted up somewhere: what it begins with, at `definition`, says nothing of what it is. A loop's own counter is in its first round.
bool is_counted(const std::string& name, const std::string& source, std::size_t definition) {
  const std::size_t stop = source.find_last_of(";{}", definition), from = stop == std::string::npos ? 0 : stop + 1;
  if (find_word(source.substr(from, definition - from), "for", 0) != std::string::npos) return false;
  for (std::size_t at = find_word(source, name, 0); at != std::string::npos; at = find_word(source, name, at + 1)) {
    const std::string behind = trimmed(std::string_view(source).substr(at + name.size(), 4)), before = source.substr(at >= 2 ? at - 2 : 0, std::min<std::size_t>(at, 2));
    for (const char* change : {"++", "+=", "<<=", "|="})
      if (behind.starts_with(change)) return true;
    if (before == "++") return true;
  }
  return false;
}

/// `ceil(a / b)` as cdiv(a, b).
std::string with_quotients(std::string text) {
  for (std::size_t at = text.find("ceil"); at != std::string::npos; at = text.find("ceil", at + 4)) {
    const std::size_t open = at + 4 + (text.compare(at + 4, 1, "f") == 0 ? 1 : 0);
    if ((at > 0 && is_letter(text[at - 1])) || open >= text.size() || text[open] != '(') continue;
    const auto inside = bracketed(text, open + 1);
    if (!inside) return text;
    std::string bare = trimmed(*inside);
    while (bare.size() > 2 && bare.front() == '(' && bracketed(bare, 1) && bracketed(bare, 1)->size() + 2 == bare.size()) bare = trimmed(std::string_view(bare).substr(1, bare.size() - 2));
    std::size_t slash = std::string::npos;
    int depth = 0;
    for (std::size_t i = 0; i < bare.size(); ++i) {
      depth += bare[i] == '(' ? 1 : bare[i] == ')' ? -1 : 0;
      if (bare[i] == '/' && depth == 0) slash = i;
    }
    if (slash == std::string::npos) return text;
    text.replace(at, open + inside->size() + 2 - at, "cdiv(" + bare.substr(0, slash) + ", " + bare.substr(slash + 1) + ")");
  }
  return text;
}

/// Names that people give to a quotient that is rounded up.
bool is_quotient(std::string name) { // with whatever stands before it: cuda_iDivUp
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::erase(name, '_');
  for (const char* known : {"cdiv", "ceildiv", "divup", "idivup", "divceil", "ceilingdiv", "divroundup", "updiv", "ceildivide"})
    if (name.ends_with(known)) return true;
  return false;
}

/// `sizeof(float)` and casts are taken out, suffixes of numbers too.
std::string plain(std::string text) {
  const std::pair<const char*, const char*> known[] = {{"sizeof(float)", "4"}, {"sizeof(int)", "4"}, {"sizeof(double)", "8"}, {"sizeof(half)", "2"}, {"sizeof(__half)", "2"},
                                                       {"sizeof(unsigned)", "4"}, {"sizeof(unsigned int)", "4"}, {"(int)", ""}, {"(size_t)", ""}, {"(unsigned int)", ""}, {"(unsigned)", ""}, {"(float)", ""}, {"(double)", ""}, {"(long)", ""}, {"(long long)", ""},
                                                       {"static_cast<int>", ""}, {"static_cast<float>", ""}, {"static_cast<double>", ""}, {"static_cast<unsigned int>", ""}, {"static_cast<unsigned>", ""}, {"std::", ""}, {"float(", "("}, {"double(", "("}};
  for (const auto& [from, to] : known)
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += std::string_view(to).size()) text.replace(at, std::string_view(from).size(), to);
  std::string out;
  bool number = false; // the characters before this one are of a number
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (number && std::string_view("uUlL").find(text[i]) != std::string_view::npos) continue; // 8ULL, not the L of h1Length
    if (number && text[i] == '.') { // 16.0f, in a division that is rounded up
      std::size_t end = i + 1;
      while (end < text.size() && text[end] == '0') ++end;
      if (end < text.size() && (text[end] == 'f' || text[end] == 'F')) ++end;
      if (end == text.size() || !is_letter(text[end])) {
        i = end - 1;
        continue;
      }
    }
    number = std::isdigit(static_cast<unsigned char>(text[i])) != 0 && (number || i == 0 || !is_letter(text[i - 1]));
    out += text[i];
  }
  return with_quotients(out);
}

/// Shifts of numbers as numbers, which the words of a case do not know: 1 << 10.
std::string without_shifts(std::string text) {
  constexpr std::string_view digits = "0123456789";
  for (std::size_t at; (at = text.find("<<")) != std::string::npos;) {
    const std::size_t last = text.find_last_not_of(" (", at - (at > 0 ? 1 : 0)), before = last == std::string::npos ? last : text.find_last_not_of(digits, last);
    const std::size_t first = before == std::string::npos ? 0 : before + 1;
    const std::size_t from = text.find_first_not_of(" (", at + 2), end = from == std::string::npos ? from : std::min(text.find_first_not_of(digits, from), text.size());
    if (last == std::string::npos || from == std::string::npos || first > last || end == from || last - first > 5 || end - from > 2) return text;
    const std::int64_t value = static_cast<std::int64_t>(std::stol(text.substr(first, last + 1 - first))) << std::min(std::stoi(text.substr(from, end - from)), 40);
    // Brackets round the second number go with it.
    std::size_t open = static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(from), '(')), close = end;
    while (open > 0 && close < text.size() && text[close] == ')') --open, ++close;
    if (open > 0) return text;
    text.replace(first, close - first, std::to_string(value));
  }
  return text;
}

/// `(n + 255) / 256`, in its many spellings, as cdiv(n, 256).
std::string rounded_up(const std::string& text) {
  std::string bare;
  for (const char c : text)
    if (!is_blank(c)) bare += c;
  if (bare.size() > longest_expression) return text;
  static const std::regex alone(R"((^|[^\w])\((\w+)\))");
  for (std::string next; (next = std::regex_replace(bare, alone, "$1$2")) != bare;) bare = next;
  static const std::regex forms[] = {std::regex(R"(^\(*(\w+)\+\(?(\d+)-1\)*/(\d+)\)?$)"), std::regex(R"(^\(*(\w+)-1\+(\d+)\)*/(\d+)\)?$)"), std::regex(R"(^\(*(\w+)-1\)/(\d+)\)?\+1()$)")};
  for (const std::regex& form : forms)
    if (std::smatch found; std::regex_match(bare, found, form) && (found[3].length() == 0 || found[2] == found[3])) return "cdiv(" + found[1].str() + ", " + found[2].str() + ")";
  static const std::regex added(R"(^\(*(\w+)\+(\d+)\)*/(\d+)\)?$)");
  if (std::smatch found; std::regex_match(bare, found, added) && found[2].length() < 9 && found[3].length() < 9 && std::stol(found[2]) + 1 == std::stol(found[3]))
    return "cdiv(" + found[1].str() + ", " + found[3].str() + ")";
  while (bare.size() > 2 && bare.front() == '(' && bare.find(')') == bare.size() - 1) bare = bare.substr(1, bare.size() - 2);
  return bare;
}

} // namespace

std::optional<std::int64_t> source_constants::value(const std::string& expression, std::size_t position) {
  const auto text = resolved(trimmed(expression), position, 0);
  if (!text) return std::nullopt;
  const auto number = launch::dimensions().evaluate({without_shifts(*text), {}, ""});
  return number ? std::optional(*number) : std::nullopt;
}

std::vector<std::int64_t> source_constants::extents(const std::string& text, std::size_t position, int depth) {
  const bool name = !text.empty() && std::all_of(text.begin(), text.end(), is_letter) && std::isdigit(static_cast<unsigned char>(text[0])) == 0;
  if (name && depth < deepest)
    for (const std::string& meaning : meanings(text, position))
      if (auto out = extents(meaning, position, depth + 1); !out.empty()) return out;
  if (name) return {};
  const std::size_t open = text.find_first_of("({");
  const bool several = text.starts_with("dim3") && open != std::string::npos && (text.ends_with(')') || text.ends_with('}'));
  std::vector<std::int64_t> out;
  std::int64_t threads = 1;
  for (const std::string& part : several ? split(text.substr(open + 1, text.size() - open - 2)) : std::vector<std::string>{text}) {
    const auto n = value(part, position);
    if (!n || *n < 1 || *n > 1024 || out.size() == 3) return {};
    out.push_back(*n), threads *= *n;
  }
  return threads <= 1024 ? out : std::vector<std::int64_t>{};
}

std::vector<std::string> source_constants::grid(const std::string& text, std::size_t position, const std::map<std::string, std::string>& given, int depth) {
  const bool name = !text.empty() && std::all_of(text.begin(), text.end(), is_letter) && std::isdigit(static_cast<unsigned char>(text[0])) == 0;
  if (name && depth < deepest && !given.contains(text))
    for (const std::string& meaning : meanings(text, position))
      if (auto out = grid(meaning, position, given, depth + 1); !out.empty()) return out;
  const std::size_t open = text.find_first_of("({");
  const bool several = text.starts_with("dim3") && open != std::string::npos && (text.ends_with(')') || text.ends_with('}'));
  std::vector<std::string> out;
  for (const std::string& part : several ? split(text.substr(open + 1, text.size() - open - 2)) : std::vector<std::string>{text}) {
    const auto expression = resolved(part, position, 0, &given);
    if (!expression || out.size() == 3) return {};
    const std::string whole = without_shifts(*expression);
    const auto number = launch::dimensions().evaluate({whole, {}, ""}); // a grid of constants
    out.push_back(number ? std::to_string(*number) : rounded_up(whole));
  }
  while (out.size() > 1 && out.back() == "1") out.pop_back();
  return out;
}

std::optional<std::string> source_constants::number(std::string text, std::size_t position, int depth) {
  while (text.size() > 2 && text.front() == '(' && text.back() == ')') text = trimmed(std::string_view(text).substr(1, text.size() - 2));
  std::string digits = text;
  while (!digits.empty() && std::string_view("fFlLuU").find(digits.back()) != std::string_view::npos) digits.pop_back();
  char* end = nullptr;
  const bool starts = !digits.empty() && (std::isdigit(static_cast<unsigned char>(digits[0])) != 0 || digits[0] == '.' || digits[0] == '-');
  if (starts && digits.find_first_of("xX") == std::string::npos) std::strtod(digits.c_str(), &end);
  if (end != nullptr && *end == '\0') return digits.ends_with('.') ? digits + '0' : digits;
  const bool name = !text.empty() && std::all_of(text.begin(), text.end(), is_letter);
  if (!name || depth >= deepest) return std::nullopt;
  for (const std::string& meaning : meanings(text, position))
    if (auto out = number(meaning, position, depth + 1)) return out;
  return std::nullopt;
}

std::optional<std::int64_t> source_constants::bytes(const std::string& pointer, std::size_t position) {
  const bool name = !pointer.empty() && std::all_of(pointer.begin(), pointer.end(), is_letter);
  if (!name) return std::nullopt;
  std::optional<std::int64_t> out;
  for (std::size_t at = find_word(source_, pointer, 0); at != std::string::npos; at = find_word(source_, pointer, at + 1)) {
    const std::size_t line = source_.rfind('\n', at) + 1, call = source_.rfind("cudaMalloc", at);
    if (call == std::string::npos || call < line || source_.substr(call, at - call).find(',') != std::string::npos) continue;
    const std::size_t open = source_.find('(', call);
    const auto inside = open < at ? bracketed(source_, open + 1) : std::nullopt;
    const auto words = inside ? split(*inside) : std::vector<std::string>{};
    if (words.size() < 2) continue;
    const auto found = value(words[1], position);
    if (!found || (out && *out != *found)) return std::nullopt; // one for each of several runs
    out = found;
  }
  return out;
}

std::vector<std::string> source_constants::template_arguments(const std::string& written, std::size_t position) {
  if (written.size() < 3 || written.front() != '<' || written.back() != '>') return {};
  std::vector<std::string> out;
  for (const std::string& argument : split(written.substr(1, written.size() - 2))) {
    constexpr const char* known[] = {"float", "double", "half", "__half", "__nv_bfloat16", "int", "unsigned", "true", "false"};
    const bool word = std::any_of(std::begin(known), std::end(known), [&](const char* k) { return argument == k; });
    const auto number = word ? std::nullopt : value(argument, position);
    out.push_back(word ? argument : number ? std::to_string(*number) : std::string());
  }
  return out;
}

bool source_constants::has_one_kernel(const std::string& pointer) const {
  std::string only;
  for (std::size_t at = source_.find(">>>"); at != std::string::npos; at = source_.find(">>>", at + 3)) {
    const std::size_t call = source_.find('(', at), open = source_.rfind("<<<", at);
    const auto inside = call == std::string::npos || open == std::string::npos ? std::nullopt : bracketed(source_, call + 1);
    if (!inside || find_word(*inside, pointer, 0) == std::string::npos) continue;
    std::size_t end = open, depth = 0;
    while (end > 0 && (is_blank(source_[end - 1]) || source_[end - 1] == '>' || depth > 0)) --end, depth += source_[end] == '>' ? 1 : source_[end] == '<' ? std::size_t(-1) : 0;
    std::size_t from = end;
    while (from > 0 && is_letter(source_[from - 1])) --from;
    const std::string kernel = source_.substr(from, end - from);
    if (!only.empty() && kernel != only) return false;
    only = kernel;
  }
  return true;
}

bool source_constants::is_zeroed(const std::string& pointer) const {
  const bool name = !pointer.empty() && std::all_of(pointer.begin(), pointer.end(), is_letter);
  bool zeroed = false;
  for (std::size_t at = name ? find_word(source_, pointer, 0) : std::string::npos; at != std::string::npos; at = find_word(source_, pointer, at + 1)) {
    const std::string before = trimmed(std::string_view(source_).substr(at > 24 ? at - 24 : 0, std::min<std::size_t>(at, 24)));
    const std::string behind = trimmed(std::string_view(source_).substr(at + pointer.size(), 8));
    if (before.ends_with("cudaMemcpy(") || before.ends_with("cudaMemcpyAsync(") || before.ends_with("cudaMemcpyToSymbol(")) return false;
    const bool set = before.ends_with("cudaMemset(") || before.ends_with("cudaMemsetAsync(");
    zeroed = zeroed || (set && behind.starts_with(',') && trimmed(std::string_view(behind).substr(1)).starts_with("0"));
  }
  return zeroed && has_one_kernel(pointer);
}

std::vector<std::string> source_constants::meanings(const std::string& name, std::size_t position) {
  const auto [known, fresh] = definitions_.try_emplace(name);
  if (fresh)
    for (std::size_t at = find_word(source_, name, 0); at != std::string::npos && known->second.size() < most_definitions; at = find_word(source_, name, at + 1))
      if (auto text = definition_at(name, source_, at); text && !(*text == "0" && is_counted(name, source_, at))) known->second.push_back({at, *std::move(text)});
  std::vector<std::string> out;
  for (auto d = known->second.rbegin(); d != known->second.rend(); ++d)
    if (d->at < position) out.push_back(d->text);
  for (const definition& d : known->second)
    if (d.at >= position) out.push_back(d.text);
  if (out.size() > most_meanings) out.resize(most_meanings);
  return out;
}

std::optional<std::string> source_constants::component(const std::string& name, std::size_t which, std::size_t position, int depth) {
  for (const std::string& m : meanings(name, position)) {
    const std::size_t open = m.find_first_of("({");
    if (!m.starts_with("dim3") || open == std::string::npos || depth > deepest) continue;
    const std::vector<std::string> parts = split(m.substr(open + 1, m.size() - open - 2));
    if (which >= parts.size()) return "1";
    if (auto out = resolved(parts[which], position, depth + 1)) return out;
  }
  return std::nullopt;
}

std::optional<std::string> source_constants::resolved(const std::string& written, std::size_t position, int depth, const std::map<std::string, std::string>* given) {
  const std::string text = plain(written);
  if (depth > deepest || text.size() > longest_expression) return std::nullopt;
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_letter(text[i]) || std::isdigit(static_cast<unsigned char>(text[i])) != 0) {
      out += text[i++];
      while (i < text.size() && std::isdigit(static_cast<unsigned char>(out.back())) != 0 && is_letter(text[i])) out += text[i++];
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && is_letter(text[end])) ++end;
    std::optional<std::string> meaning;
    const std::string name = text.substr(i, end - i);
    const bool is_call = end < text.size() && text[end] == '(';
    if (is_call && (is_quotient(name) || name == "min" || name == "max")) {
      out += is_quotient(name) ? "cdiv" : name;
      i = end;
      continue;
    }
    if (end + 1 < text.size() && text[end] == '.' && text[end + 1] >= 'x' && text[end + 1] <= 'z') { // block.x
      const auto extent = component(name, static_cast<std::size_t>(text[end + 1] - 'x'), position, depth);
      if (!extent) return std::nullopt;
      out += std::all_of(extent->begin(), extent->end(), is_letter) ? *extent : '(' + *extent + ')';
      i = end + 2;
      continue;
    }
    if (const auto known = given == nullptr ? std::map<std::string, std::string>::const_iterator() : given->find(name); given != nullptr && known != given->end()) {
      out += known->second;
      i = end;
      continue;
    }
    for (const std::string& m : meanings(name, position))
      if ((meaning = resolved(m, position, depth + 1, given))) break; // `n = 512`, though `n = atoi(argv[1])` comes behind
    if (!meaning) return std::nullopt;
    const bool single = std::all_of(meaning->begin(), meaning->end(), is_letter);
    out += single ? *meaning : '(' + *meaning + ')';
    if (out.size() > 4 * longest_expression) return std::nullopt;
    i = end;
  }
  return out;
}

} // namespace fpcheck::cli
