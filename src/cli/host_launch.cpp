#include "host_launch.hpp"

#include "source_constants.hpp"

#include <algorithm>
#include <cctype>
#include <map>

namespace fpcheck::cli {
namespace {

constexpr std::size_t longest_call = 800, most_launches = 8, longest_source = std::size_t{1} << 20;

/// The arguments of the call whose brackets open at `open`.
std::vector<host_launch::argument> arguments_at(const std::string& source, std::size_t open, source_constants& known) {
  std::vector<host_launch::argument> out;
  const auto inside = open < source.size() && source[open] == '(' ? bracketed(source, open + 1) : std::nullopt;
  if (!inside || trimmed(*inside).empty()) return out;
  for (const std::string& text : split(*inside)) out.push_back({text, known.value(text, open), known.number(text, open), known.bytes(text, open), known.is_zeroed(text)});
  return out;
}

/// The names that stand for arguments in the expressions of a grid: of `k<<<(N + 255) / 256, 256>>>(x, N)` with a parameter n, N is n.
std::map<std::string, std::string> names_of(const std::vector<host_launch::argument>& arguments, const std::vector<std::string>& parameters) {
  std::map<std::string, std::string> out;
  for (std::size_t i = 0; i < arguments.size() && i < parameters.size(); ++i) {
    const std::string& text = arguments[i].text;
    const bool name = !text.empty() && std::all_of(text.begin(), text.end(), is_letter) && std::isdigit(static_cast<unsigned char>(text[0])) == 0;
    if (name && !parameters[i].empty()) out.emplace(text, parameters[i]);
  }
  return out;
}

} // namespace

std::optional<host_launch> find_host_launch(const std::string& kernel, const std::vector<std::string>& parameters, const std::string& written) {
  if (written.size() > longest_source) return std::nullopt;
  const std::string source = without_comments(written);
  source_constants known(source);
  std::optional<host_launch> first;
  std::size_t launches = 0;
  for (std::size_t at = find_word(source, kernel, 0); at != std::string::npos && launches < most_launches; at = find_word(source, kernel, at + 1)) {
    const std::string here = source.substr(at + kernel.size(), longest_call);
    const std::size_t open = here.find("<<<"), close = open == std::string::npos ? open : here.find(">>>", open);
    if (close == std::string::npos) continue;
    const std::string between = here.substr(0, open); // template arguments at the most
    if (between.find_first_of(";{}=\"") != std::string::npos) continue;
    ++launches;
    const std::vector<std::string> words = split(here.substr(open + 3, close - open - 3));
    if (words.size() < 2) continue;
    host_launch one{known.extents(words[1], at), words.size() > 2 ? known.value(words[2], at) : std::nullopt, known.template_arguments(trimmed(between), at), {}, {}};
    std::size_t call = at + kernel.size() + close + 3;
    while (call < source.size() && is_blank(source[call])) ++call;
    one.arguments = arguments_at(source, call, known);
    one.grid = known.grid(words[0], at, names_of(one.arguments, parameters));
    if (!one.block.empty()) return one;
    if (!first) first = std::move(one);
  }
  return first;
}

std::vector<std::vector<std::int64_t>> blocks_of_launches(const std::string& written) {
  std::vector<std::vector<std::int64_t>> out;
  if (written.size() > longest_source) return out;
  const std::string source = without_comments(written);
  source_constants known(source);
  for (std::size_t at = source.find("<<<"); at != std::string::npos && out.size() < most_launches; at = source.find("<<<", at + 3)) {
    const std::size_t close = source.find(">>>", at);
    if (close == std::string::npos || close - at > longest_call) continue;
    const std::vector<std::string> words = split(source.substr(at + 3, close - at - 3));
    std::vector<std::int64_t> block = words.size() > 1 ? known.extents(words[1], at) : std::vector<std::int64_t>{};
    while (block.size() > 1 && block.back() == 1) block.pop_back();
    if (!block.empty() && std::find(out.begin(), out.end(), block) == out.end()) out.push_back(std::move(block));
  }
  return out;
}

std::optional<std::int64_t> constant_of(const std::string& expression, const std::string& source) {
  if (source.size() > longest_source) return std::nullopt;
  return source_constants(source).value(expression, source.size());
}

} // namespace fpcheck::cli
