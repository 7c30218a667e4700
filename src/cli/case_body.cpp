#include "case_body.hpp"

#include "source_constants.hpp"

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>
#include <sstream>

namespace fpcheck::cli {
namespace {

constexpr std::size_t longest_body = 20000; ///< characters that are looked at: std::regex recurses
constexpr std::size_t most_functions = 400;
constexpr int deepest_call = 3;

/// Where the bracket at `open` is closed; nothing where it is not.
std::size_t closing(const std::string& text, std::size_t open) {
  const char with = text[open] == '(' ? ')' : text[open] == '<' ? '>' : '}';
  int depth = 0;
  for (std::size_t at = open; at < text.size() && at - open < longest_body; ++at) {
    depth += text[at] == text[open] ? 1 : text[at] == with ? -1 : 0;
    if (depth == 0) return at;
  }
  return std::string::npos;
}

/// The names of `template <int N, class T>` where one ends before `end`.
std::vector<std::string> template_names(const std::string& source, std::size_t end) {
  const std::size_t stop = source.find_last_of(";}", end), at = source.rfind("template", end);
  std::vector<std::string> out;
  if (at == std::string::npos || (stop != std::string::npos && stop > at)) return out;
  const std::size_t open = source.find('<', at), close = open < end ? closing(source, open) : std::string::npos;
  if (close == std::string::npos) return out;
  for (std::string part : split(source.substr(open + 1, close - open - 1))) {
    part = trimmed(part.substr(0, part.find('=')));
    std::size_t from = part.size();
    while (from > 0 && is_letter(part[from - 1])) --from;
    out.push_back(part.substr(from));
  }
  return out;
}

/// A text with a word put in another's place.
std::string with_word(std::string text, const std::string& name, const std::string& value) {
  for (std::size_t at = find_word(text, name, 0); at != std::string::npos; at = find_word(text, name, at + value.size())) text.replace(at, name.size(), value);
  return text;
}

void add_called(std::string& out, const std::string& body, const std::vector<device_function>& functions, std::set<std::string>& seen, int depth) {
  for (const device_function& f : functions) {
    if (depth > deepest_call || out.size() > 2 * longest_body) return;
    const std::size_t at = find_word(body, f.name, 0);
    if (at == std::string::npos || !seen.insert(f.name).second) continue;
    std::size_t next = at + f.name.size();
    std::string text = f.body;
    if (const std::size_t close = next < body.size() && body[next] == '<' ? closing(body, next) : std::string::npos; close != std::string::npos) {
      const std::vector<std::string> given = split(body.substr(next + 1, close - next - 1));
      for (std::size_t i = 0; i < given.size() && i < f.template_parameters.size(); ++i) text = with_word(text, f.template_parameters[i], given[i]);
      next = close + 1;
    }
    while (next < body.size() && is_blank(body[next])) ++next;
    if (next >= body.size() || body[next] != '(') continue;
    out += '\n' + text;
    add_called(out, text, functions, seen, depth + 1);
  }
}

} // namespace

std::string body_of(const launch::kernel_signature& k, const launch::source_signatures& all, const std::string& source) {
  std::uint32_t end = ~0u;
  for (const launch::kernel_signature& other : all.kernels)
    if (other.where.line > k.where.line) end = std::min(end, other.where.line);
  std::string out;
  std::istringstream lines(source);
  std::string line;
  for (std::uint32_t n = 1; n < end && std::getline(lines, line) && out.size() < longest_body; ++n)
    if (n >= k.where.line) out += line.substr(0, std::min<std::size_t>(line.find("//"), 500)) + '\n';
  const std::size_t open = out.find('{'), close = open == std::string::npos ? open : closing(out, open);
  return close == std::string::npos ? out : out.substr(0, close + 1); // an #if may leave a brace open
}

std::vector<device_function> device_functions_of(const std::string& source) {
  std::vector<device_function> out;
  for (std::size_t at = find_word(source, "__device__", 0); at != std::string::npos && out.size() < most_functions; at = find_word(source, "__device__", at + 1)) {
    const std::size_t open = source.find('(', at), stop = source.find_first_of(";={}", at);
    if (open == std::string::npos || stop < open) continue;
    std::size_t end = open, from;
    while (end > at && is_blank(source[end - 1])) --end;
    for (from = end; from > at && is_letter(source[from - 1]);) --from;
    const std::size_t close = closing(source, open), brace = close == std::string::npos ? close : source.find_first_not_of(" \t\r\n", close + 1);
    if (from == end || brace == std::string::npos || source[brace] != '{') continue;
    const std::size_t last = closing(source, brace);
    if (last != std::string::npos) out.push_back({source.substr(from, end - from), template_names(source, at), source.substr(brace + 1, last - brace - 1)});
  }
  return out;
}

std::string reached_text(const std::string& body, const std::vector<device_function>& functions) {
  std::string out = body;
  std::set<std::string> seen;
  add_called(out, body, functions, seen, 0);
  // `int bx = blockIdx.x;`: one name for both.
  static const std::regex copy(R"(\b(\w+)\s*=\s*((?:blockIdx|threadIdx)\.[xyz])\s*[;,])");
  std::vector<std::pair<std::string, std::string>> copies;
  for (std::sregex_iterator at(out.begin(), out.end(), copy), end; at != end; ++at) copies.emplace_back((*at)[1], (*at)[2]);
  for (const auto& [name, value] : copies)
    if (name.size() > 1) out = with_word(std::move(out), name, value); // x and y are parts of what stands for them
  return out;
}

} // namespace fpcheck::cli
